import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { profiles } from '#db/schema/accounts.ts';
import { packages, type tracks } from '#db/schema/catalog.ts';
import { downloads } from '#db/schema/downloads.ts';
import { notifications } from '#db/schema/notifications.ts';
import { subscriptions } from '#db/schema/subscriptions.ts';
import type { User } from '#features/accounts/model.ts';
import { fairUse } from '#features/downloads/model.ts';
import { newId } from '#platform/ids.ts';
import { anAdmin, aPackage, aSubscriber, aTrack, aUser } from '#tests/builders.ts';
import { testSite } from '#tests/site.ts';

const site = await testSite();
const { ask, db, bus, clock } = site;
const content = randomBytes(400_000);
const hash = createHash('sha256').update(content).digest('hex');

let track: typeof tracks.$inferSelect;
let subscriber: User;
let cookie: string;

async function storedTrack(given: Partial<typeof tracks.$inferInsert> = {}, bytes = content) {
  const row = await aTrack(db, { size: bytes.length, contentHash: hash, ...given });
  if (row.storageKey) await site.storage.put(row.storageKey, bytes, { mime: 'audio/mpeg' });
  return row;
}

async function addressOf(trackId: string, session = cookie): Promise<string> {
  const response = await ask(
    '/functions/audio-proxy',
    { Cookie: session, 'Content-Type': 'application/json' },
    { method: 'POST', body: JSON.stringify({ trackId }) },
  );
  expect(response.status).toBe(200);
  return ((await response.json()) as { url: string }).url;
}

async function refusal(response: Response): Promise<[number, string]> {
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  expect(error.message).toMatch(/[a-zà-ú]{3,}.*\.$/i);
  return [response.status, error.code];
}

const recorded = (userId: string) => db.select().from(downloads).where(eq(downloads.userId, userId));

beforeAll(async () => {
  track = await storedTrack({ name: 'São João "final"; v2/3.mp3' });
  subscriber = await aSubscriber(db);
  cookie = await site.signIn(subscriber);
});

describe('GET /audio/{trackId}', () => {
  it('PLY-12: answers ranges with 206 and exactly their bytes', async () => {
    const url = await addressOf(track.id);
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
    const { headers } = await ask(await addressOf(track.id), { Cookie: cookie, Range: 'bytes=0-0' });
    expect(headers.get('cache-control')).toMatch(/^private/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  });

  it('answers 304 to who has it, and the whole when If-Range names other bytes', async () => {
    const url = `/audio/${track.id}`;
    const { headers } = await ask(url, { Cookie: cookie }, { method: 'HEAD' });
    const etag = headers.get('etag')!;
    expect((await ask(url, { Cookie: cookie, 'If-None-Match': etag })).status).toBe(304);
    const since = { Cookie: cookie, 'If-Modified-Since': headers.get('last-modified')! };
    expect((await ask(url, since)).status).toBe(304);
    const range = { Cookie: cookie, Range: 'bytes=0-9' };
    expect((await ask(url, { ...range, 'If-Range': etag })).status).toBe(206);
    expect((await ask(url, { ...range, 'If-Range': '"old"' })).status).toBe(200);
  });

  it('SEC-01: is for subscribers and administrators', async () => {
    const url = `/audio/${track.id}`;
    expect(await refusal(await ask(url))).toEqual([401, 'unauthenticated']);
    const user = await site.signIn(await aUser(db));
    expect(await refusal(await ask(url, { Cookie: user }))).toEqual([403, 'payment-required']);
    const lapsed = await aSubscriber(db, {}, { expiresAt: new Date(clock.now().getTime() - 1000) });
    expect((await ask(url, { Cookie: await site.signIn(lapsed) })).status).toBe(403);
    expect((await ask(url, { Cookie: await site.signIn(await anAdmin(db)) })).status).toBe(200);
  });

  it('DWN-13: refuses a signed address without session, in another, changed, or expired', async () => {
    const url = await addressOf(track.id);
    const other = await site.signIn(await aSubscriber(db));
    const sameUser = await site.signIn(subscriber);
    expect((await ask(url, { Cookie: cookie })).status).toBe(200);
    expect(await refusal(await ask(url))).toEqual([401, 'unauthenticated']);
    expect(await refusal(await ask(url, { Cookie: other }))).toEqual([403, 'forbidden']);
    expect(await refusal(await ask(url, { Cookie: sameUser }))).toEqual([403, 'forbidden']);
    const tampered = url.replace(/s=(.)/, (_, first) => `s=${first === 'A' ? 'B' : 'A'}`);
    expect(await refusal(await ask(tampered, { Cookie: cookie }))).toEqual([403, 'forbidden']);
    const another = await storedTrack();
    expect((await ask(url.replace(track.id, another.id), { Cookie: cookie })).status).toBe(403);
    clock.advance(601);
    expect(await refusal(await ask(url, { Cookie: cookie }))).toEqual([403, 'forbidden']);
  });

  it('PLY-18: goes on in the middle of a track with a fresh address after the first expired', async () => {
    const first = await addressOf(track.id);
    expect((await ask(first, { Cookie: cookie, Range: 'bytes=0-99999' })).status).toBe(206);
    clock.advance(700);
    expect((await ask(first, { Cookie: cookie, Range: 'bytes=100000-' })).status).toBe(403);
    const again = await ask(await addressOf(track.id), { Cookie: cookie, Range: 'bytes=100000-' });
    expect(again.status).toBe(206);
    expect(Buffer.from(await again.arrayBuffer()).equals(content.subarray(100_000))).toBe(true);
  });

  it('A-51: refuses a revoked user at once, though the address is not used up', async () => {
    const revoked = await aSubscriber(db);
    const session = await site.signIn(revoked);
    const url = await addressOf(track.id, session);
    expect((await ask(url, { Cookie: session })).status).toBe(200);
    await db
      .update(subscriptions)
      .set({ status: 'inactive' })
      .where(eq(subscriptions.userId, revoked.userId));
    await bus.publish('viewer', revoked.userId);
    expect(await refusal(await ask(url, { Cookie: session }))).toEqual([403, 'payment-required']);
    expect((await ask(await addressOf(track.id), { Cookie: cookie })).status).toBe(200);
  });

  it('lets a user of whom something harmless changed go on hearing', async () => {
    const url = await addressOf(track.id);
    await db.update(profiles).set({ displayName: 'Novo' }).where(eq(profiles.userId, subscriber.userId));
    await bus.publish('viewer', subscriber.userId);
    expect((await ask(url, { Cookie: cookie })).status).toBe(200);
  });

  it('asks no database for a range of a known track', async () => {
    const url = await addressOf(track.id);
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
      expect(await refusal(await ask(`/audio/${id}`, { Cookie: cookie }))).toEqual([404, 'not-found']);
    },
  );

  it('DWN-13: is 404 for tracks that listeners cannot see, at once', async () => {
    const hidden = await storedTrack();
    const url = await addressOf(hidden.id);
    expect((await ask(url, { Cookie: cookie })).status).toBe(200);
    await db.update(packages).set({ isActive: false }).where(eq(packages.id, hidden.packageId));
    await bus.publish('catalog', hidden.packageId);
    expect(await refusal(await ask(url, { Cookie: cookie }))).toEqual([404, 'not-found']);

    const deleted = await storedTrack({ packageId: (await aPackage(db, { deletedAt: new Date() })).id });
    expect((await ask(`/audio/${deleted.id}`, { Cookie: cookie })).status).toBe(404);
    expect((await ask(`/audio/${newId()}`, { Cookie: cookie })).status).toBe(404);
    const coming = await aTrack(db, { storageKey: null });
    expect((await ask(`/audio/${coming.id}`, { Cookie: cookie })).status).toBe(404);
    const lost = await aTrack(db);
    expect(await refusal(await ask(`/audio/${lost.id}`, { Cookie: cookie }))).toEqual([404, 'not-found']);
  });

  it('takes no other method', async () => {
    const response = await ask(`/audio/${track.id}`, { Cookie: cookie }, { method: 'POST' });
    expect(response.status).toBe(404);
  });
});

describe('GET /audio/{trackId}?download=true', () => {
  it('DWN-02: hands the file out under its name in the database', async () => {
    const response = await ask(`/audio/${track.id}?download=true&filename=outro.exe`, { Cookie: cookie });
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Sao Joao _final_; v2_3.mp3"; filename*=UTF-8''S%C3%A3o%20Jo%C3%A3o%20_final_%3B%20v2_3.mp3`,
    );
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
  });

  it('DWN-14: notes user, track, package, licence and time, once for each file handed out', async () => {
    const user = await aSubscriber(db);
    const session = { Cookie: await site.signIn(user) };
    const url = `/audio/${track.id}?download=true`;
    await (await ask(url, session)).arrayBuffer();
    const { headers } = await ask(url, session, { method: 'HEAD' });
    await ask(url, { ...session, Range: 'bytes=1000-' });
    await ask(url, { ...session, 'If-None-Match': headers.get('etag')! });
    await ask(url, { ...session, Range: 'bytes=9999999-' });
    await (await ask(`/audio/${track.id}`, session)).arrayBuffer();
    const signed = await addressOf(track.id, session.Cookie);
    await (await ask(`${signed}&download=true`, { ...session, Range: 'bytes=0-' })).arrayBuffer();

    const rows = await recorded(user.userId);
    const [pack] = await db.select().from(packages).where(eq(packages.id, track.packageId));
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row).toMatchObject({
        trackId: track.id,
        packageId: track.packageId,
        trackName: track.name,
        packageTitle: pack!.title,
        kind: 'track',
        bytes: content.length,
        licenseVersion: '1',
        createdAt: clock.now(),
      });
    }
  });

  it('DWN-12: is refused for vinhetas, which can be heard all the same', async () => {
    const jingle = await storedTrack({ packageId: (await aPackage(db, { kind: 'pacotes-vinhetas' })).id });
    expect((await ask(await addressOf(jingle.id), { Cookie: cookie })).status).toBe(200);
    for (const url of [`/audio/${jingle.id}?download=true`, `${await addressOf(jingle.id)}&download=true`]) {
      expect(await refusal(await ask(url, { Cookie: cookie }))).toEqual([403, 'forbidden']);
    }
  });

  it('notes nothing when the file is not there', async () => {
    const user = await aSubscriber(db);
    const lost = await aTrack(db);
    const session = { Cookie: await site.signIn(user) };
    expect((await ask(`/audio/${lost.id}?download=true`, session)).status).toBe(404);
    expect(await recorded(user.userId)).toEqual([]);
  });

  it('DWN-16: slows who asks for 500 files in a minute, and tells the administrators once', async () => {
    const user = await aSubscriber(db);
    const session = { Cookie: await site.signIn(user) };
    const small = await storedTrack({}, Buffer.from('x'));
    const url = `/audio/${small.id}?download=true`;
    const answers: Response[] = [];
    for (let count = 0; count < 500; count++) {
      const response = await ask(url, session);
      await response.arrayBuffer();
      answers.push(response);
      clock.advance(0.1);
    }
    const statuses = answers.map((response) => response.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(fairUse.files);
    expect(statuses.filter((status) => status === 429)).toHaveLength(500 - fairUse.files);
    expect(Number(answers[fairUse.files]!.headers.get('retry-after'))).toBe(30);
    const notices = await db.select().from(notifications).where(eq(notifications.type, 'fair-use'));
    expect(notices).toHaveLength(1);
    expect(notices[0]!.body).toContain(user.email);
    expect((await ask(await addressOf(small.id, session.Cookie), session)).status).toBe(200);

    clock.advance(60);
    expect((await ask(url, session)).status).toBe(200);
    expect(await recorded(user.userId)).toHaveLength(fairUse.files + 1);
  });
});

describe('POST /functions/audio-proxy', () => {
  const call = (body: unknown, session?: string) =>
    ask(
      '/functions/audio-proxy',
      { 'Content-Type': 'application/json', ...(session && { Cookie: session }) },
      { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
    );

  it("gives an address that works, by our name of the id and by the specification's", async () => {
    for (const body of [{ trackId: track.id }, { fileId: track.id, fileName: 'x.mp3' }]) {
      const response = await call(body, cookie);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const { url, expiresAt } = (await response.json()) as { url: string; expiresAt: string };
      expect(new Date(expiresAt).getTime() - clock.now().getTime()).toBe(600_000);
      expect((await ask(url, { Cookie: cookie })).status).toBe(200);
    }
  });

  it('SEC-01: is for subscribers', async () => {
    expect(await refusal(await call({ trackId: track.id }))).toEqual([401, 'unauthenticated']);
    const user = await site.signIn(await aUser(db));
    expect(await refusal(await call({ trackId: track.id }, user))).toEqual([403, 'payment-required']);
  });

  it('SEC-03: refuses what is no track of an active package', async () => {
    const hidden = await aTrack(db, { packageId: (await aPackage(db, { isActive: false })).id });
    const ids = [hidden.id, newId(), '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms', '../../etc/passwd'];
    for (const fileId of ids) {
      expect(await refusal(await call({ fileId }, cookie))).toEqual([404, 'not-found']);
    }
  });

  it('refuses bodies that say nothing', async () => {
    for (const body of [{}, { trackId: '' }, { trackId: 7 }, '{', '[]', { fileId: 'x'.repeat(201) }]) {
      expect(await refusal(await call(body, cookie))).toEqual([400, 'invalid']);
    }
  });
});

it('nothing failed unseen', () => expect(site.bugs).toEqual([]));
