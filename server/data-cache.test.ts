import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { subscriptions } from '#db/schema/subscriptions.ts';
import { aCategory, aPackage, aSubscriber, aTrack } from '#tests/builders.ts';
import { wholeSite } from '#tests/whole-site.ts';

const site = await wholeSite();
const { app } = site;
const { db } = app;

const category = await aCategory(db, { name: 'TRILHAS', kind: 'trilhas' });
const pack = await aPackage(db, { categoryId: category.id });
await aTrack(db, { packageId: pack.id });

async function person() {
  const user = await aSubscriber(db);
  const cookie = await site.signIn(user);
  const ask = (headers: Record<string, string> = {}) =>
    site.ask('/library.data', { headers: { Cookie: cookie, ...headers } });
  return { ...user, cookie, ask };
}

/** The name of the one who asked stands in the answer: the root's data travels with it. */
it('SEC-02: what is kept for one session is never given to another', async () => {
  const [one, other] = [await person(), await person()];
  const first = await (await one.ask()).text();
  expect(await (await one.ask()).text()).toBe(first);
  const theirs = await (await other.ask()).text();
  expect(first).toContain(one.userId);
  expect(theirs).toContain(other.userId);
  expect(theirs).not.toContain(one.userId);
});

it('answers the same in every encoding, with the headers of every answer', async () => {
  const { ask } = await person();
  for (const encoding of ['identity', 'gzip', 'br', 'gzip']) {
    const answer = await ask({ 'Accept-Encoding': encoding });
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(await answer.text()).toContain('tiles');
  }
});

it('A-06: a subscription that ended is refused with the next question', async () => {
  const { userId, ask } = await person();
  expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(200);
  await db.update(subscriptions).set({ status: 'inactive' }).where(eq(subscriptions.userId, userId));
  await app.bus.publish('viewer', userId);
  expect((await ask()).status).toBe(403);
});

it('a change of the catalogue is in the next answer', async () => {
  const { ask } = await person();
  const before = await (await ask()).text();
  expect(await (await ask()).text()).toBe(before);
  const added = await aPackage(db, { categoryId: category.id });
  await aTrack(db, { packageId: added.id });
  await app.bus.publish('catalog');
  expect(await (await ask()).text()).not.toBe(before);
});

it('a visitor is sent to /auth, kept answers or not', async () => {
  const answer = await site.ask('/library.data');
  expect(answer.status).toBe(202);
  expect(await answer.text()).toContain('/auth');
});
