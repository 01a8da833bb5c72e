import { describe, expect, it } from 'vitest';
import { chunkBytes } from '#features/media/audio/model.ts';
import { anAdmin, aPackage, aUser } from '#tests/builders.ts';
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
  projectId: 'nada',
  licenceId: 'nada',
  userId: 'nada',
  deliveryId: 'nada',
};
const cases = await hostileCases(3000);
const addresses = hostileAddresses(things);
/** Each kind of body goes to one in so many addresses. */
const share = 24;
/** Goes to every address: it shows whether the address reads its body through the door of all (decision 028). */
const tellsTheDoor = /packed|in pieces(, too long)?$/;

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
          tellsTheDoor.test(name) ||
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

const sounds = cases.filter(({ name }) => /MP3|WAV|FLAC|OGG|M4A/.test(name) && !/in a form/.test(name));

it.each(sounds.map(({ name, body }) => [name, body] as const))(
  '%s, sent in chunks into a package, is answered soon and without a fault',
  async (name, body) => {
    const { id: packageId } = await aPackage(app.db);
    const Cookie = await signIn(admin);
    const said: string[] = [];
    const call = async (method: string, path: string, sent: object | Uint8Array) => {
      const isJson = !(sent instanceof Uint8Array);
      const headers = { Cookie, ...(isJson && { 'Content-Type': 'application/json' }) };
      const answer = await ask(path, {
        method,
        headers,
        body: isJson ? JSON.stringify(sent) : Buffer.from(sent),
      });
      said.push(`${answer.status} ${method} ${path}`);
      expect(answer.status, said.join(', ')).toBeLessThan(500);
      return (await answer.json()) as { id?: string };
    };
    const began = performance.now();
    const announced = { packageId, name: /WAV/.test(name) ? 'x.wav' : 'x.mp3', size: body.length };
    const { id } = await call('POST', '/uploads/audio', announced);
    expect(id, said.join()).toBeDefined();
    for (let at = 0; at < body.length; at += chunkBytes)
      await call('PUT', `/uploads/audio/${id}?offset=${at}`, body.subarray(at, at + chunkBytes));
    await call('POST', `/uploads/audio/${id}/finish`, {});
    expect(performance.now() - began, said.join()).toBeLessThan(10_000);
    expect((await ask('/healthz')).status).toBe(200);
  },
);
