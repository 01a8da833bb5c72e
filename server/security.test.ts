import { describe, expect, it } from 'vitest';
import { aCategory, aPackage, aSubscriber, aTrack } from '#tests/builders.ts';
import { wholeSite } from '#tests/whole-site.ts';

const secure = await wholeSite({ PUBLIC_URL: 'https://radio.test', SMTP_URL: 'smtp://127.0.0.1:9' });
const plain = await wholeSite();
const { db } = secure.app;
const user = await aSubscriber(db);
const category = await aCategory(db, { name: 'TRILHAS', kind: 'trilhas' });
const pack = await aPackage(db, { categoryId: category.id });
const track = await aTrack(db, { packageId: pack.id });
const cookie = await secure.signIn(user);
/** The same valid value under the name for http. */
const misnamed = cookie.replace('__Secure-', '');

describe('SEC-06: a site under https', () => {
  it.each([
    '/',
    '/auth',
    '/library.data',
    '/healthz',
    '/api/auth/get-session',
    `/audio/${track.id}`,
    '/functions/nada',
  ])('keeps browsers there: %s', async (path) => {
    for (const headers of [[], [['Cookie', cookie]]] as [string, string][][]) {
      const answer = await secure.ask(path, { headers });
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    }
  });

  it('SEC-06: says nothing of it where the site is plain http', async () => {
    for (const path of ['/', '/auth', '/healthz'])
      expect((await plain.ask(path)).headers.has('strict-transport-security')).toBe(false);
  });
});

describe('AUT-15: the session under any name but its own', () => {
  const statusOf = async (path: string, Cookie: string, init: RequestInit = {}) =>
    (await secure.ask(path, { headers: { Cookie }, ...init })).status;

  it('is nobody’s for pages, calls, data, sound and the accounts’ own calls', async () => {
    expect(await statusOf('/favorites', cookie)).toBe(200);
    expect(await statusOf('/favorites', misnamed)).toBe(302);
    expect(await statusOf('/library/packages', cookie)).toBe(200);
    expect(await statusOf('/library/packages', misnamed)).toBe(401);
    expect(await statusOf(`/audio/${track.id}?e=9999999999&u=x&s=x`, misnamed)).toBe(401);
    expect(await statusOf(`/audio/${track.id}?e=9999999999&u=x&s=x`, cookie)).toBe(403);
    const session = await secure.ask('/api/auth/get-session', { headers: { Cookie: misnamed } });
    expect(await session.json()).toBeNull();
  });

  it('keeps the visitor’s own copy of a page, and of nobody’s data', async () => {
    const page = await secure.ask('/', { headers: { Cookie: misnamed } });
    expect(page.headers.get('cache-control')).toContain('public');
    const own = await secure.ask('/', { headers: { Cookie: cookie } });
    expect(own.headers.get('cache-control')).toContain('private');
    const data = await secure.ask('/library.data', { headers: { Cookie: misnamed } });
    expect(await data.text()).not.toContain(user.userId);
  });

  it('is nobody’s under the name of https on a site that is plain http', async () => {
    const mine = await plain.signIn(await aSubscriber(plain.app.db));
    for (const [Cookie, status] of [
      [mine, 200],
      [`__Secure-${mine}`, 401],
    ] as const) {
      expect((await plain.ask('/library/packages', { headers: { Cookie } })).status).toBe(status);
      const session = await plain.ask('/api/auth/get-session', { headers: { Cookie } });
      expect((await session.json()) !== null).toBe(status === 200);
    }
  });

  it('signs nobody out', async () => {
    const headers = { Cookie: misnamed, 'Content-Type': 'application/json' };
    await secure.ask('/api/auth/sign-out', { method: 'POST', headers, body: '{}' });
    expect(await statusOf('/library/packages', cookie)).toBe(200);
  });
});
