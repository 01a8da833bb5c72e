import { describe, expect, it } from 'vitest';
import { anAdmin, aUser } from '#tests/builders.ts';
import { englishIn } from '#tests/english.ts';
import { hostileAddresses } from '#tests/hostile/addresses.ts';
import { hostileCases } from '#tests/hostile/cases.ts';
import { type Fate, hostileSender, together } from '#tests/hostile/send.ts';
import { wholeSite } from '#tests/whole-site.ts';

const { app, url, signIn, ask } = await wholeSite({ TRUST_PROXY: 'true' });
const listener = await aUser(app.db);
const admin = await anAdmin(app.db);
const things = {
  packageId: 'nada',
  trackId: 'nada',
  checkoutId: 'nada',
  customerId: 'nada',
  requestId: 'nada',
  importId: 'nada',
};
const cases = await hostileCases(3000);
const addresses = hostileAddresses(things);
/** Each kind of body goes to one in so many addresses. */
const share = 24;

const isRefusal = ({ type }: Fate) => type.startsWith('application/json');

describe('hostile bodies', () => {
  it('are of 500 kinds and more, each by its name', () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    expect(cases.length).toBeGreaterThan(500);
  });

  it.each(addresses.map((address, at) => [`${address.method} ${address.path}`, address, at] as const))(
    '%s answers each of them, soon and without a fault',
    async (_, address, at) => {
      const people = [null, listener, ...(address.isUpload ? [admin] : [])];
      const { send, close } = hostileSender(url, 8);
      const some = cases.filter(
        ({ name }, place) =>
          (place + at) % share === 0 ||
          /packed|pieces/.test(name) ||
          (address.isUpload && /MP3|WAV|P(N|E)G/.test(name)),
      );
      for (const person of people) {
        const cookie = person ? await signIn(person) : '';
        await together(some, 8, async (one) => {
          const fate = await send(address, one, cookie);
          if (one.leaves) return;
          const told = `${one.name}: ${fate.status} ${fate.text.slice(0, 200)}`;
          expect.soft(fate.status, told).toBeGreaterThan(0);
          expect.soft(fate.status, told).toBeLessThan(500);
          expect.soft(fate.milliseconds, told).toBeLessThan(10_000);
          if (fate.status >= 400 && isRefusal(fate))
            expect.soft(englishIn(JSON.parse(fate.text).error?.message ?? ''), told).toEqual([]);
        });
      }
      close();
      expect((await ask('/healthz')).status).toBe(200);
    },
  );
});
