import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { packages, type tracks } from '#db/schema/catalog.ts';
import { subscriptions } from '#db/schema/subscriptions.ts';
import { listDownloads } from '#features/downloads/queries.server.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import { contentSecurityPolicy } from '#server/security.ts';
import { aPackage, aSubscriber, aTrack } from '#tests/builders.ts';
import { addressOf, aStoredTrack, refusalOf } from '#tests/bytes.ts';
import { s3Missing, s3Server } from '#tests/s3-server.ts';
import { testSite } from '#tests/site.ts';

describe.skipIf(s3Missing)('GET /audio/{trackId} with the files in a bucket', async () => {
  if (s3Missing) return;
  const site = await testSite((await s3Server()).settings);
  const { ask, db, bus, clock, storage } = site;
  const content = randomBytes(400_000);
  let track: typeof tracks.$inferSelect;
  let subscriber: Subscriber;
  let cookie: string;
  beforeAll(async () => {
    track = await aStoredTrack(site, content, { name: 'São João "final".mp3' });
    subscriber = await aSubscriber(db);
    cookie = await site.signIn(subscriber);
    clock.advance((Date.now() - clock.now().getTime()) / 1000);
  });
  const wayOf = async (url: string, headers: Record<string, string> = {}) => {
    const response = await ask(url, { Cookie: cookie, ...headers });
    expect([response.status, await response.text()]).toEqual([302, '']);
    const location = response.headers.get('location')!;
    return {
      location,
      caching: response.headers.get('cache-control')!,
      query: new URL(location).searchParams,
    };
  };

  it('SEC-03: shows the way to exactly its bytes, whole and in ranges, which do not pass through us', async () => {
    const { location, caching, query } = await wayOf(await addressOf(site, cookie, track.id));
    expect(new URL(location).origin).toBe(storage.origin);
    const whole = await fetch(location);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    expect(whole.headers.get('content-disposition')).toBeNull();
    const part = await fetch(location, { headers: { Range: 'bytes=100-199' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 100-199/400000']);
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(100, 200))).toBe(true);
    expect(query.get('X-Amz-Expires')).toBe('600');
    expect(caching).toMatch(/^private, max-age=5[78]\d$/);
  });

  it('A-49: one signed address leads to one address of the bucket, which the browser may keep', async () => {
    const url = await addressOf(site, cookie, track.id);
    const { location } = await wayOf(url);
    clock.advance(5);
    expect((await wayOf(url, { Range: 'bytes=0-9' })).location).toBe(location);
    expect((await fetch(location)).headers.get('cache-control')).toBe('private, max-age=600');
  });

  it('A-51: the way ends with the signed address that was used, and is not kept without one', async () => {
    const url = await addressOf(site, cookie, track.id);
    clock.advance(590);
    const { caching, query } = await wayOf(url);
    const signedAt = query.get('X-Amz-Date')!.replace(/(....)(..)(..T..)(..)/, '$1-$2-$3:$4:');
    const ending = Date.parse(signedAt) / 1000 + Number(query.get('X-Amz-Expires'));
    expect(ending).toBe(Number(new URLSearchParams(url.split('?')[1]).get('e')));
    expect(caching).toBe('private, no-store');
    clock.advance(11);
    expect(await refusalOf(await ask(url, { Cookie: cookie }))).toEqual([403, 'forbidden']);
    expect((await wayOf(`/audio/${track.id}`)).caching).toBe('private, no-store');
  });

  it('DWN-03: HEAD tells the facts itself', async () => {
    const head = await ask(`/audio/${track.id}?download=true`, { Cookie: cookie }, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.headers.get('content-type')]).toEqual([
      200,
      '400000',
      'audio/mpeg',
    ]);
    expect(head.headers.get('content-disposition')).toContain('attachment');
    const lost = await aTrack(db);
    const gone = await ask(`/audio/${lost.id}?download=true`, { Cookie: cookie }, { method: 'HEAD' });
    expect(gone.status).toBe(404);
  });

  it('DWN-02: a download has its name from the bucket, and is noted once however often it is gone on with', async () => {
    const noted = async () => (await listDownloads(db, subscriber.userId)).length;
    const before = await noted();
    const { location, caching } = await wayOf(`/audio/${track.id}?download=true&filename=other.exe`);
    expect(caching).toBe('private, no-store');
    const file = await fetch(location);
    await file.arrayBuffer();
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="Sao Joao _final_.mp3"; filename*=UTF-8''S%C3%A3o%20Jo%C3%A3o%20_final_.mp3`,
    );
    expect(await noted()).toBe(before + 1);
    await wayOf(`/audio/${track.id}?download=true`, { Range: 'bytes=100000-' });
    expect(await noted()).toBe(before + 1);
    // An unsatisfiable range gets the same redirect, which opens the whole.
    await wayOf(`/audio/${track.id}?download=true`, { Range: 'bytes=99999999-' });
    expect(await noted()).toBe(before + 2);
    const lost = await aTrack(db);
    const gone = await ask(`/audio/${lost.id}?download=true`, { Cookie: cookie });
    expect(await refusalOf(gone)).toEqual([404, 'not-found']);
    expect(await noted()).toBe(before + 2);
  });

  it('SEC-01: the gate is the same: session, plan, jingles, hidden packages', async () => {
    expect(await refusalOf(await ask(`/audio/${track.id}`))).toEqual([401, 'unauthenticated']);
    const revoked = await aSubscriber(db);
    const session = await site.signIn(revoked);
    const url = await addressOf(site, session, track.id);
    await db
      .update(subscriptions)
      .set({ status: 'inactive' })
      .where(eq(subscriptions.userId, revoked.userId));
    await bus.publish('viewer', revoked.userId);
    expect(await refusalOf(await ask(url, { Cookie: session }))).toEqual([403, 'payment-required']);
    const pack = await aPackage(db, { kind: 'pacotes-vinhetas' });
    const jingle = await aStoredTrack(site, content, { packageId: pack.id });
    const refused = await ask(`/audio/${jingle.id}?download=true`, { Cookie: cookie });
    expect(await refusalOf(refused)).toEqual([403, 'forbidden']);
    await db.update(packages).set({ isActive: false }).where(eq(packages.id, jingle.packageId));
    await bus.publish('catalog', jingle.packageId);
    expect((await ask(`/audio/${jingle.id}`, { Cookie: cookie })).status).toBe(404);
  });

  it('DWN-05: a ZIP still goes through us, by streams', async () => {
    const zip = await ask(`/package/${track.packageId}/zip`, { Cookie: cookie });
    const bytes = Buffer.from(await zip.arrayBuffer());
    expect([zip.status, bytes.length]).toEqual([200, Number(zip.headers.get('content-length'))]);
    expect(bytes.includes(content.subarray(0, 1000))).toBe(true);
  });

  it('pages may take sound from the bucket, and only then', () => {
    const policy = contentSecurityPolicy([], storage.origin);
    expect(policy).toContain(`media-src 'self' blob: ${storage.origin};`);
    expect(policy).toContain(`connect-src 'self' ${storage.origin};`);
    expect(contentSecurityPolicy([], null)).toContain("media-src 'self' blob:;");
  });

  it('nothing failed unseen', () => expect(site.bugs).toEqual([]));
});
