import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { packages, type tracks } from '#db/schema/catalog.ts';
import { downloads } from '#db/schema/downloads.ts';
import { notifications } from '#db/schema/notifications.ts';
import { fairUse } from '#features/downloads/model.ts';
import { aPackage, aSubscriber, aTrack } from '#tests/builders.ts';
import { addressOf, aStoredTrack, refusalOf } from '#tests/bytes.ts';
import { testSite } from '#tests/site.ts';

const site = await testSite();
const { ask, db, clock } = site;
const content = randomBytes(400_000);

let track: typeof tracks.$inferSelect;
let cookie: string;

const recorded = (userId: string) => db.select().from(downloads).where(eq(downloads.userId, userId));

beforeAll(async () => {
  track = await aStoredTrack(site, content, { name: 'São João "final"; v2/3.mp3' });
  cookie = await site.signIn(await aSubscriber(db));
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
    await ask(url, { ...session, Range: 'bytes=100000-' });
    await ask(url, { ...session, 'If-None-Match': headers.get('etag')! });
    await ask(url, { ...session, Range: 'bytes=9999999-' });
    await ask(url, { ...session, 'If-Match': '"x"' });
    await (await ask(`/audio/${track.id}`, session)).arrayBuffer();
    const signed = await addressOf(site, session.Cookie, track.id);
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
    const jingle = await aStoredTrack(site, content, {
      packageId: (await aPackage(db, { kind: 'pacotes-vinhetas' })).id,
    });
    expect((await ask(await addressOf(site, cookie, jingle.id), { Cookie: cookie })).status).toBe(200);
    for (const url of [
      `/audio/${jingle.id}?download=true`,
      `${await addressOf(site, cookie, jingle.id)}&download=true`,
    ]) {
      expect(await refusalOf(await ask(url, { Cookie: cookie }))).toEqual([403, 'forbidden']);
    }
  });

  it('notes nothing when the file is not there', async () => {
    const user = await aSubscriber(db);
    const lost = await aTrack(db);
    const session = { Cookie: await site.signIn(user) };
    expect((await ask(`/audio/${lost.id}?download=true`, session)).status).toBe(404);
    expect(await recorded(user.userId)).toEqual([]);
  });

  it('DWN-14, A-56: a part counts like the whole, and parts of one file count once', async () => {
    const user = await aSubscriber(db);
    const session = { Cookie: await site.signIn(user) };
    const { id } = await aStoredTrack(site, content);
    const fetchPart = async (range: string) => {
      const part = await ask(`/audio/${id}?download=true`, { ...session, Range: range });
      return [part.status, (await part.arrayBuffer()).byteLength, (await recorded(user.userId)).length];
    };
    const { length } = content;
    expect(await fetchPart('bytes=1-'), 'nobody gets it uncounted').toEqual([206, length - 1, 1]);
    expect(await fetchPart('bytes=0-0'), 'the rest of it').toEqual([206, 1, 1]);
    expect(await fetchPart('bytes=1-'), 'once more').toEqual([206, length - 1, 2]);
    expect(await fetchPart('bytes=200000-'), 'a line that broke').toEqual([206, length - 200_000, 2]);
    expect(await fetchPart('bytes=0-0,1-'), 'several ranges are the whole').toEqual([200, length, 3]);
    const old = { ...session, Range: 'bytes=1-', 'If-Range': '"old"' };
    expect((await ask(`/audio/${id}?download=true`, old)).status).toBe(200);
    expect(await recorded(user.userId)).toHaveLength(4);
  });

  it('DWN-16: slows who asks for 500 files in a minute, and tells the administrators once', async () => {
    const user = await aSubscriber(db);
    const session = { Cookie: await site.signIn(user) };
    const small = await aStoredTrack(site, Buffer.from('xyz'));
    const url = `/audio/${small.id}?download=true`;
    const answers: Response[] = [];
    for (let count = 0; count < 500; count++) {
      const response = await ask(url, count % 2 ? session : { ...session, Range: 'bytes=1-' });
      await response.arrayBuffer();
      answers.push(response);
      clock.advance(0.1);
    }
    const statuses = answers.map((response) => response.status);
    expect(statuses.filter((status) => status < 300)).toHaveLength(fairUse.files);
    expect(statuses.filter((status) => status === 429)).toHaveLength(500 - fairUse.files);
    expect(Number(answers[fairUse.files]!.headers.get('retry-after'))).toBe(30);
    const notices = await db.select().from(notifications).where(eq(notifications.type, 'fair-use'));
    expect(notices).toHaveLength(1);
    expect(notices[0]!.body).toContain(user.email);
    expect((await ask(await addressOf(site, session.Cookie, small.id), session)).status).toBe(200);

    const early = await ask(url, session, { method: 'HEAD' });
    expect(early.status, 'a page that asks first learns it').toBe(429);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);

    clock.advance(60);
    expect((await ask(url, session, { method: 'HEAD' })).status).toBe(200);
    expect((await ask(url, session)).status).toBe(200);
    expect(await recorded(user.userId)).toHaveLength(fairUse.files + 1);
  });
});

it('nothing failed unseen', () => expect(site.bugs).toEqual([]));
