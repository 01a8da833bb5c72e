import { describe, expect, it } from 'vitest';
import { setMaintenance } from '#features/site/save-section.server.ts';
import { newId } from '#platform/ids.ts';
import { anAdmin, aSubscriber } from '#tests/builders.ts';
import { matrix } from '#tests/matrix.ts';
import { wholeSite } from '#tests/whole-site.ts';

const site = await wholeSite();
const { app, ask, signIn } = site;
const admin = await anAdmin(app.db);
const cookie = await signIn(await aSubscriber(app.db));
await setMaintenance(app, admin, true, new Date());

const id = newId();
const ids = {
  packageId: id,
  trackId: id,
  checkoutId: id,
  customerId: id,
  requestId: id,
  importId: id,
  projectId: id,
  licenceId: id,
  userId: id,
  deliveryId: id,
};
/** Open for everybody. */
const open =
  /^\/(healthz|readyz|metrics|webhooks\/|functions\/admin-login|api\/auth\/get-session|media\/|certificado\/|\.well-known\/sonoteca-keys)/;
const asked = matrix.map(({ call, at }) => {
  const [method, path] = call.split(' ') as [string, string];
  const address = at?.(ids) ?? path.replace(/:\w+/g, id);
  return { method: method === 'ALL' ? 'GET' : method, address };
});
const closed = asked.filter(({ address }) => !open.test(address));

/** The same address with its first letter percent-encoded, and through another folder. */
const otherwise = (address: string): string[] => {
  const letter = address.charCodeAt(1).toString(16);
  return address === '/' ? [] : [`/%${letter}${address.slice(2)}`, `/x/%2e%2e${address}`];
};

describe('A-61: while the site is closed, nobody but an administrator gets anything', () => {
  it.each(closed)('$method $address', async ({ method, address }) => {
    for (const way of [address, ...otherwise(address)]) {
      const answer = await ask(way, { method, headers: { Cookie: cookie }, redirect: 'manual' });
      await answer.body?.cancel();
      expect(answer.status, way).toBe(503);
      expect(answer.headers.get('retry-after'), way).toBe('300');
    }
  });

  it.each(asked.filter(({ address }) => open.test(address)))('$method $address stays open', async (one) => {
    const answer = await ask(one.address, { method: one.method });
    await answer.body?.cancel();
    expect(answer.status).not.toBe(503);
  });

  it('an administrator goes on', async () => {
    const headers = { Cookie: await signIn(admin) };
    expect((await ask('/library/packages', { headers })).status).toBe(200);
  });
});
