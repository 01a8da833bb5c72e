import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { profiles } from '#db/schema/accounts.ts';
import { packages, type tracks } from '#db/schema/catalog.ts';
import { subscriptions } from '#db/schema/subscriptions.ts';
import type { User } from '#features/accounts/model.ts';
import { newId } from '#platform/ids.ts';
import { anAdmin, aPackage, aSubscriber, aTrack, aUser } from '#tests/builders.ts';
import { addressOf, aStoredTrack, refusalOf } from '#tests/bytes.ts';
import { testSite } from '#tests/site.ts';

const site = await testSite();
const { ask, db, bus, clock } = site;
const content = randomBytes(400_000);
const hash = createHash('sha256').update(content).digest('hex');
let track: typeof tracks.$inferSelect;
let subscriber: User;
let cookie: string;

beforeAll(async () => {
  track = await aStoredTrack(site, content, { name: 'São João "final"; v2/3.mp3' });
  subscriber = await aSubscriber(db);
  cookie = await site.signIn(subscriber);
});

describe('GET /audio/{trackId}', () => {
  it('PLY-12: answers ranges with 206 and exactly their bytes', async () => {
    const url = await addressOf(site, cookie, track.id);
    for (const [range, start, end] of [
      ['bytes=0-1', 0, 2],
      ['bytes=100-199', 100, 200],
      ['bytes=-100', content.length - 100, content.length],
      ['bytes=0-', 0, content.length],
      ['bytes=399999-', 399_999, content.length],
    ] as const) {
      const response = await ask(url, { Cookie: cookie, Range: range });
      const body = Buffer.from(await response.arrayBuffer());
      expect(response.status).toBe(206);
      expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${content.length}`);
      expect(response.headers.get('accept-ranges')).toBe('bytes');
      expect(response.headers.get('content-length')).toBe(String(end - start));
      expect(body.equals(content.subarray(start, end))).toBe(true);
    }
    const beyond = await ask(url, { Cookie: cookie, Range: `bytes=${content.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${content.length}`]);
  });

  it('DWN-03: sends the whole with its facts; HEAD sends the facts alone', async () => {
    const response = await ask(`/audio/${track.id}`, { Cookie: cookie });
    expect(response.status).toBe(200);
    expect(
      createHash('sha256')
        .update(Buffer.from(await response.arrayBuffer()))
        .digest('hex'),
    ).toBe(hash);
    const head = await ask(`/audio/${track.id}`, { Cookie: cookie }, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'content-length', 'etag', 'last-modified', 'accept-ranges']) {
      expect(head.headers.get(name)).toBe(response.headers.get(name));
    }
    expect(head.headers.get('content-type')).toBe('audio/mpeg');
    expect(head.headers.get('etag')).toContain(hash.slice(0, 32));
  });

  it('SEC-06: says what it is, to this browser alone', async () => {
    const { headers } = await ask(await addressOf(site, cookie, track.id), {
      Cookie: cookie,
      Range: 'bytes=0-0',
    });
    expect(headers.get('cache-control')).toMatch(/^private/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  });

  it('answers 304 to who has it, 412 to who wants others, and the whole when If-Range names others', async () => {
    const url = `/audio/${track.id}`;
    const { headers } = await ask(url, { Cookie: cookie }, { method: 'HEAD' });
    const etag = headers.get('etag')!;
    expect((await ask(url, { Cookie: cookie, 'If-None-Match': etag })).status).toBe(304);
    const since = { Cookie: cookie, 'If-Modified-Since': headers.get('last-modified')! };
    expect((await ask(url, since)).status).toBe(304);
    const range = { Cookie: cookie, Range: 'bytes=0-9' };
    expect((await ask(url, { ...range, 'If-Match': etag })).status).toBe(206);
    const other = await ask(url, { ...range, 'If-Match': '"old"' });
    expect([other.status, await other.text()]).toEqual([412, '']);
    expect((await ask(url, { ...range, 'If-Range': etag })).status).toBe(206);
    expect((await ask(url, { ...range, 'If-Range': '"old"' })).status).toBe(200);
  });

  it('SEC-01: is for subscribers and administrators', async () => {
    const url = `/audio/${track.id}`;
    expect(await refusalOf(await ask(url))).toEqual([401, 'unauthenticated']);
    const user = await site.signIn(await aUser(db));
    expect(await refusalOf(await ask(url, { Cookie: user }))).toEqual([403, 'payment-required']);
    const lapsed = await aSubscriber(db, {}, { expiresAt: new Date(clock.now().getTime() - 1000) });
    expect((await ask(url, { Cookie: await site.signIn(lapsed) })).status).toBe(403);
    expect((await ask(url, { Cookie: await site.signIn(await anAdmin(db)) })).status).toBe(200);
  });

  it('DWN-13: refuses a signed address without session, in another, changed, or expired', async () => {
    const url = await addressOf(site, cookie, track.id);
    const other = await site.signIn(await aSubscriber(db));
    const sameUser = await site.signIn(subscriber);
    expect((await ask(url, { Cookie: cookie })).status).toBe(200);
    expect(await refusalOf(await ask(url))).toEqual([401, 'unauthenticated']);
    expect(await refusalOf(await ask(url, { Cookie: other }))).toEqual([403, 'forbidden']);
    expect(await refusalOf(await ask(url, { Cookie: sameUser }))).toEqual([403, 'forbidden']);
    const tampered = url.replace(/s=(.)/, (_, first) => `s=${first === 'A' ? 'B' : 'A'}`);
    expect(await refusalOf(await ask(tampered, { Cookie: cookie }))).toEqual([403, 'forbidden']);
    const another = await aStoredTrack(site, content);
    expect((await ask(url.replace(track.id, another.id), { Cookie: cookie })).status).toBe(403);
    clock.advance(601);
    expect(await refusalOf(await ask(url, { Cookie: cookie }))).toEqual([403, 'forbidden']);
  });

  it('PLY-18: goes on in the middle of a track with a fresh address after the first expired', async () => {
    const first = await addressOf(site, cookie, track.id);
    expect((await ask(first, { Cookie: cookie, Range: 'bytes=0-99999' })).status).toBe(206);
    clock.advance(700);
    expect((await ask(first, { Cookie: cookie, Range: 'bytes=100000-' })).status).toBe(403);
    const again = await ask(await addressOf(site, cookie, track.id), {
      Cookie: cookie,
      Range: 'bytes=100000-',
    });
    expect(again.status).toBe(206);
    expect(Buffer.from(await again.arrayBuffer()).equals(content.subarray(100_000))).toBe(true);
  });

  it('A-51: refuses a revoked user at once, though the address is not used up', async () => {
    const revoked = await aSubscriber(db);
    const session = await site.signIn(revoked);
    const url = await addressOf(site, session, track.id);
    expect((await ask(url, { Cookie: session })).status).toBe(200);
    await db
      .update(subscriptions)
      .set({ status: 'inactive' })
      .where(eq(subscriptions.userId, revoked.userId));
    await bus.publish('viewer', revoked.userId);
    expect(await refusalOf(await ask(url, { Cookie: session }))).toEqual([403, 'payment-required']);
    expect((await ask(await addressOf(site, cookie, track.id), { Cookie: cookie })).status).toBe(200);
  });

  it('lets a user of whom something harmless changed go on hearing', async () => {
    const url = await addressOf(site, cookie, track.id);
    await db.update(profiles).set({ displayName: 'Novo' }).where(eq(profiles.userId, subscriber.userId));
    await bus.publish('viewer', subscriber.userId);
    expect((await ask(url, { Cookie: cookie })).status).toBe(200);
  });

  it('asks no database for a range of a known track', async () => {
    const url = await addressOf(site, cookie, track.id);
    const headers = { Cookie: cookie, Range: 'bytes=0-9' };
    await ask(url, headers);
    const query = vi.spyOn(site.pool, 'query');
    const connect = vi.spyOn(site.pool, 'connect');
    expect((await ask(url, headers)).status).toBe(206);
    expect([query.mock.calls, connect.mock.calls]).toEqual([[], []]);
  });

  it.each(['', 'x', '..%2F..', newId().toUpperCase(), `${newId()}/x`, "' or 1=1"])(
    'is 404 for %j, which is no id',
    async (id) => {
      expect(await refusalOf(await ask(`/audio/${id}`, { Cookie: cookie }))).toEqual([404, 'not-found']);
    },
  );

  it('DWN-13: is 404 for tracks that listeners cannot see, at once', async () => {
    const hidden = await aStoredTrack(site, content);
    const url = await addressOf(site, cookie, hidden.id);
    expect((await ask(url, { Cookie: cookie })).status).toBe(200);
    await db.update(packages).set({ isActive: false }).where(eq(packages.id, hidden.packageId));
    await bus.publish('catalog', hidden.packageId);
    expect(await refusalOf(await ask(url, { Cookie: cookie }))).toEqual([404, 'not-found']);

    const deleted = await aStoredTrack(site, content, {
      packageId: (await aPackage(db, { deletedAt: new Date() })).id,
    });
    expect((await ask(`/audio/${deleted.id}`, { Cookie: cookie })).status).toBe(404);
    expect((await ask(`/audio/${newId()}`, { Cookie: cookie })).status).toBe(404);
    const coming = await aTrack(db, { storageKey: null });
    expect((await ask(`/audio/${coming.id}`, { Cookie: cookie })).status).toBe(404);
    const lost = await aTrack(db);
    expect(await refusalOf(await ask(`/audio/${lost.id}`, { Cookie: cookie }))).toEqual([404, 'not-found']);
  });

  it('takes no other method', async () => {
    const response = await ask(`/audio/${track.id}`, { Cookie: cookie }, { method: 'POST' });
    expect(response.status).toBe(404);
  });
});

it('nothing failed unseen', () => expect(site.bugs).toEqual([]));
