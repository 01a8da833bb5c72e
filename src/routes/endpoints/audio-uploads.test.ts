import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { packages, tracks } from '#db/schema/catalog.ts';
import { audioUploads, storedObjects } from '#db/schema/media.ts';
import { auditEntries } from '#db/schema/site.ts';
import { analyseTrack } from '#features/curation/analysis/analyse-track.server.ts';
import { orderTracks, removeTrack, renameTrack } from '#features/curation/tracks/change-tracks.server.ts';
import { dropOldUploads } from '#features/media/audio/upload-audio.server.ts';
import { soundRefusals } from '#features/media/reading/refusals.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import { anAdmin, aPackage, aSubscriber, aTrack, aUser } from '#tests/builders.ts';
import { testSite } from '#tests/site.ts';
import { wavOf } from '#tests/sounds.ts';

const site = await testSite();
const { app, db, storage } = site;
app.jobs = await openJobs({ connectionString: site.connectionString, db, log: app.log });
afterAll(() => app.jobs.stop());

const song = readFileSync(new URL('../../../demo/audio/vinheta-so-sucessos.mp3', import.meta.url));
const admin = await anAdmin(db);
const Cookie = await site.signIn(admin);

interface Answer {
  id?: string;
  received?: number;
  trackId?: string;
  error?: { code: string; message: string };
}
const json = async (response: Response) => (await response.json()) as Answer;
const post = (path: string, body: object, headers: Record<string, string> = { Cookie }) =>
  site.ask(
    path,
    { ...headers, 'Content-Type': 'application/json' },
    {
      method: 'POST',
      body: JSON.stringify(body),
    },
  );
const put = (id: string, offset: number, body: Uint8Array, headers: Record<string, string> = { Cookie }) =>
  site.ask(`/uploads/audio/${id}?offset=${offset}`, headers, { method: 'PUT', body: Buffer.from(body) });
const announce = async (file: object): Promise<string> =>
  (await json(await post('/uploads/audio', { name: 'Faixa.mp3', size: song.length, ...file }))).id!;
const finish = (id: string, asked = {}) => post(`/uploads/audio/${id}/finish`, asked);
/** A different sound: the same with another end. */
const songs = (many: number) =>
  Array.from({ length: many }, (_, at) => Buffer.concat([song, Buffer.alloc(at + 1, 0x55)]));

async function files(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list('')) keys.push(key);
  return keys;
}
const tracksOf = (packageId: string) =>
  db.select().from(tracks).where(eq(tracks.packageId, packageId)).orderBy(asc(tracks.orderIndex));

beforeEach(async () => {
  await storage.delete(await files());
  await db.delete(audioUploads);
  await db.delete(storedObjects);
  await db.delete(tracks);
});

describe('audio by chunk', () => {
  it('arrives whole, becomes a track, and is measured', async () => {
    const pack = await aPackage(db);
    const id = await announce({ packageId: pack.id, name: 'Só Sucessos 24/7.MP3' });
    const half = Math.floor(song.length / 2);
    expect(await json(await put(id, 0, song.subarray(0, half)))).toEqual({ received: half });
    expect(await json(await put(id, half, song.subarray(half)))).toEqual({ received: song.length });
    const done = await json(await finish(id));
    expect(await json(await finish(id))).toEqual(done);
    const [track, ...more] = await tracksOf(pack.id);
    const contentHash = createHash('sha256').update(song).digest('hex');
    expect(more).toEqual([]);
    expect(track).toMatchObject({
      id: done.trackId,
      name: 'Só Sucessos 24/7.mp3',
      size: song.length,
      contentHash,
      storageKey: `audio/${contentHash.slice(0, 2)}/${contentHash}.mp3`,
      mime: 'audio/mpeg',
    });
    expect(await files()).toEqual([track!.storageKey]);

    await analyseTrack(app, track!.id, new AbortController().signal);
    const [measured] = await tracksOf(pack.id);
    expect(measured!.peaks!.length).toBe(400);
    expect(measured!.durationMs).toBeGreaterThan(1000);
    const [drawn] = await db.select().from(packages).where(eq(packages.id, pack.id));
    expect(drawn).toMatchObject({ coverGenerated: true, trackCount: 1, totalSize: song.length });
    expect(drawn!.coverKey).toMatch(/^covers\//);
    expect(site.bugs).toEqual([]);
  });

  it('goes on where it stopped, for the same file of the same person', async () => {
    const pack = await aPackage(db);
    const id = await announce({ packageId: pack.id, lastModified: 5 });
    await put(id, 0, song.subarray(0, 1000));
    const again = await json(
      await post('/uploads/audio', {
        packageId: pack.id,
        name: 'Faixa.mp3',
        size: song.length,
        lastModified: 5,
      }),
    );
    expect(again).toMatchObject({ id, received: 1000, chunkBytes: 8 * 1024 * 1024 });
    const other = await put(id, 500, song.subarray(500));
    expect([other.status, await json(other)]).toEqual([409, { received: 1000 }]);
    expect((await finish(id)).status).toBe(409);
    await put(id, 1000, song.subarray(1000));
    expect((await finish(id)).status).toBe(200);
  });

  it('of two chunks for one place one is kept, and nothing of the other', async () => {
    const pack = await aPackage(db);
    const id = await announce({ packageId: pack.id });
    const both = await Promise.all([put(id, 0, song.subarray(0, 900)), put(id, 0, song.subarray(0, 900))]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect((await files()).length).toBe(1);
  });

  it('equal audio in two packages is one file, trashed with its last track', async () => {
    const send = async (packageId: string) => {
      const id = await announce({ packageId });
      await put(id, 0, song);
      return (await json(await finish(id))).trackId!;
    };
    const [one, two] = [await aPackage(db), await aPackage(db)];
    const [first, second] = [await send(one.id), await send(two.id)];
    expect((await files()).length).toBe(1);
    const trashed = async () => (await db.select().from(storedObjects))[0]!.trashedAt !== null;
    await removeTrack(app, admin, first, app.clock.now());
    expect(await trashed()).toBe(false);
    await removeTrack(app, admin, second, app.clock.now());
    expect(await trashed()).toBe(true);
    await send(one.id);
    expect(await trashed()).toBe(false);
  });

  it('several files keep the order in which they were chosen, whichever is there first', async () => {
    const pack = await aPackage(db);
    const names = ['01 Abertura.mp3', 'b.mp3', 'a.mp3', 'Z.mp3', '2.mp3', '10.mp3', 'é.mp3', 'e.mp3'];
    const aMoment = (seconds: number) => new Promise((done) => setTimeout(done, seconds * 1000));
    await aTrack(db, { packageId: pack.id, name: 'Já estava.mp3', orderIndex: 0 });
    const send = async (name: string, at: number, bytes: Buffer) => {
      await aMoment(Math.random() / 5);
      const id = await announce({
        packageId: pack.id,
        name,
        size: bytes.length,
        place: Math.round(10_000 + 10 * at),
      });
      await aMoment(Math.random() / 5);
      await put(id, 0, bytes);
      expect((await finish(id)).status).toBe(200);
    };
    const all = songs(names.length);
    await Promise.all(names.map((name, at) => send(name, at, all[at]!)));
    const stored = async () => (await tracksOf(pack.id)).map(({ name }) => name);
    expect(await stored()).toEqual(['Já estava.mp3', ...names]);
    // A late upload, after the others were reordered: goes before the files chosen after it.
    const [known, ...rest] = (await tracksOf(pack.id)).map(({ id }) => id);
    await orderTracks(app, admin, pack.id, [...rest.reverse(), known!]);
    await send('atrasada.mp3', 6.5, songs(9)[8]!);
    expect((await stored()).slice(0, 3)).toEqual(['atrasada.mp3', 'e.mp3', 'é.mp3']);
    // An upload of unknown position.
    await send('sem lugar.mp3', -1000, songs(10)[9]!);
    expect((await stored()).slice(-2)).toEqual(['Já estava.mp3', 'sem lugar.mp3']);
  });

  it('the same bytes twice in a package are told, and nothing is lost until it is decided', async () => {
    const pack = await aPackage(db);
    const first = { packageId: pack.id, name: 'Abertura.mp3', lastModified: 5 };
    const send = async (file: object) => {
      const id = await announce(file);
      await put(id, 0, song);
      return { id, answer: await finish(id) };
    };
    expect((await send(first)).answer.status).toBe(200);
    const told = {
      error: { code: 'twice', message: 'Este áudio já está no pacote, com o nome “Abertura.mp3”.' },
    };

    // The same bytes under another name: reported after the upload.
    const { id, answer } = await send({ packageId: pack.id, name: 'Outra.mp3' });
    expect([answer.status, await json(answer)]).toEqual([409, told]);
    expect((await finish(id)).status, 'it waits').toBe(409);
    expect((await finish(id, { again: true })).status).toBe(200);

    // The same file: reported before the upload.
    const again = { ...first, size: song.length };
    const early = await post('/uploads/audio', again);
    expect([early.status, await json(early)]).toEqual([409, told]);
    const kept = (await json(await post('/uploads/audio', { ...again, again: true }))).id!;
    await put(kept, 0, song);
    expect((await finish(kept)).status).toBe(409);
    expect((await site.ask(`/uploads/audio/${kept}`, { Cookie }, { method: 'DELETE' })).status).toBe(200);
    expect((await tracksOf(pack.id)).map(({ name }) => name)).toEqual(['Abertura.mp3', 'Outra.mp3']);
    expect((await files()).length, 'no part is left').toBe(1);

    // Once its track is removed, or for another package, it is no duplicate.
    for (const { id: trackId } of await tracksOf(pack.id))
      await removeTrack(app, admin, trackId, app.clock.now());
    expect((await post('/uploads/audio', again)).status).toBe(200);
    expect((await post('/uploads/audio', { ...again, packageId: (await aPackage(db)).id })).status).toBe(200);
  });

  it('of several that were broken off each goes on at its byte; what was sent is not sent again', async () => {
    const pack = await aPackage(db);
    const all = songs(3);
    const begin = async (at: number, place: number) =>
      json(
        await post('/uploads/audio', {
          packageId: pack.id,
          name: `${at}.mp3`,
          size: all[at]!.length,
          lastModified: at,
          place,
        }),
      );
    const [done, broken] = [await begin(0, 1), await begin(1, 2)];
    await put(done.id!, 0, all[0]!);
    await finish(done.id!);
    await put(broken.id!, 0, all[1]!.subarray(0, 777));
    // After a reload all three are chosen again.
    const again = [await begin(0, 11), await begin(1, 12), await begin(2, 13)];
    expect(again.map(({ received, error }) => received ?? error?.code)).toEqual(['twice', 777, 0]);
    await put(again[2]!.id!, 0, all[2]!);
    await finish(again[2]!.id!);
    await put(again[1]!.id!, 777, all[1]!.subarray(777));
    await finish(again[1]!.id!);
    expect((await tracksOf(pack.id)).map(({ name }) => name)).toEqual(['0.mp3', '1.mp3', '2.mp3']);
  });

  it('left alone for a week is forgotten', async () => {
    const pack = await aPackage(db);
    const id = await announce({ packageId: pack.id });
    await put(id, 0, song.subarray(0, 1000));
    const days = (n: number) => new Date(Date.now() + n * 86_400_000);
    expect(await dropOldUploads(app, days(6))).toBe(0);
    expect(await dropOldUploads(app, days(8))).toBe(1);
    expect(await files()).toEqual([]);
  });
});

describe('attacks on audio leave nothing behind', () => {
  const left = async () => [await files(), await db.$count(audioUploads), await db.$count(tracks)];
  const nothing = [[], 0, 0];

  it.each([
    ['SVG', 'page', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>'],
    ['HTML', 'page', '<!doctype html><script>alert(1)</script>'],
    ['a program', 'not-audio', 'MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff\x00\x00'],
    ['a playlist', 'playlist', '#EXTM3U\n#EXTINF:1\nhttp://169.254.169.254/latest\n'],
    ['a PDF', 'pdf', '%PDF-1.7\n1 0 obj'],
  ] as const)('%s named .mp3', async (_, reason, content) => {
    const pack = await aPackage(db);
    const bytes = Buffer.from(content, 'latin1');
    const id = await announce({ packageId: pack.id, size: bytes.length });
    const answer = await put(id, 0, bytes);
    expect([answer.status, await json(answer)]).toEqual([
      415,
      { error: { code: 'unsupported', message: soundRefusals[reason] } },
    ]);
    expect(await left()).toEqual(nothing);
  });

  it('a head of sound with nothing behind it', async () => {
    const pack = await aPackage(db);
    const bytes = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(3000, '<script>')]);
    const id = await announce({ packageId: pack.id, size: bytes.length });
    const answer = await put(id, 0, bytes);
    expect([answer.status, (await json(answer)).error!.message]).toEqual([422, soundRefusals.tag]);
    expect(await left()).toEqual(nothing);
  });

  it('B12: a WAV without a sample', async () => {
    const pack = await aPackage(db);
    const bytes = wavOf(new Int16Array(0), 44_100);
    const id = await announce({ packageId: pack.id, name: 'vazio.wav', size: bytes.length });
    expect((await put(id, 0, bytes)).status).toBe(200);
    const answer = await finish(id);
    expect([answer.status, (await json(answer)).error!.message]).toEqual([422, soundRefusals['no-samples']]);
    expect(await left()).toEqual(nothing);
  });

  it('more than 2 GB, nothing at all, more than was said, and a chunk beyond 8 MB', async () => {
    const pack = await aPackage(db);
    const begin = async (size: number) => {
      const answer = await post('/uploads/audio', { packageId: pack.id, name: 'x.mp3', size });
      return [answer.status, (await json(answer)).error?.message];
    };
    expect(await begin(2 * 1024 ** 3 + 1)).toEqual([413, 'O arquivo deve ter no máximo 2 GB.']);
    expect(await begin(0)).toEqual([400, 'O arquivo está vazio.']);
    const id = await announce({ packageId: pack.id, size: 1000 });
    expect((await put(id, 0, song.subarray(0, 1001))).status).toBe(400);
    expect((await put(id, 0, Buffer.alloc(8 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await put(id, 0, Buffer.alloc(0))).status).toBe(400);
    expect(await files()).toEqual([]);
  });

  it('broken off half-way, and with a length that is not true', async () => {
    const pack = await aPackage(db);
    const id = await announce({ packageId: pack.id });
    const { port } = new URL(site.url);
    await new Promise<void>((resolve) => {
      const call = request({
        port,
        method: 'PUT',
        path: `/uploads/audio/${id}?offset=0`,
        headers: { Cookie, 'Content-Length': song.length },
      });
      call.on('error', () => {});
      call.on('close', resolve);
      call.write(song.subarray(0, 2000));
      setTimeout(() => call.destroy(), 100);
    });
    await expect.poll(async () => (await db.select().from(audioUploads))[0]!.received).toBe(0);
    expect(await files()).toEqual([]);
    expect(site.bugs).toEqual([]);
  });

  it('of a package that is deleted or is none, and odd ids', async () => {
    const gone = await aPackage(db, { deletedAt: new Date() });
    for (const packageId of [gone.id, 'a'.repeat(26)])
      expect((await post('/uploads/audio', { packageId, name: 'x', size: 100 })).status).toBe(404);
    expect((await post('/uploads/audio', { packageId: '../x', name: 'x', size: 100 })).status).toBe(400);
    expect((await put('../../etc', 0, song)).status).toBe(404);
    expect((await put('a'.repeat(26), 0, song)).status).toBe(404);
  });

  it('SEC-02: nobody but the administrator who sends it', async () => {
    const pack = await aPackage(db);
    const id = await announce({ packageId: pack.id });
    const calls = [
      (headers: Record<string, string>) => post('/uploads/audio', { packageId: pack.id }, headers),
      (headers: Record<string, string>) => put(id, 0, song, headers),
      (headers: Record<string, string>) => post(`/uploads/audio/${id}/finish`, {}, headers),
      (headers: Record<string, string>) => site.ask(`/uploads/audio/${id}`, headers, { method: 'DELETE' }),
      (headers: Record<string, string>) =>
        post('/uploads/covers/address', { url: 'https://x.test' }, headers),
      (headers: Record<string, string>) =>
        site.ask('/uploads/covers', headers, { method: 'POST', body: 'x' }),
    ];
    const user = { Cookie: await site.signIn(await aUser(db)) };
    const subscriber = { Cookie: await site.signIn((await aSubscriber(db)) as never) };
    for (const call of calls) {
      expect((await call({})).status).toBe(401);
      expect((await call(user)).status).toBe(403);
      expect((await call(subscriber)).status).toBe(403);
    }
    const other = { Cookie: await site.signIn(await anAdmin(db)) };
    expect((await put(id, 0, song, other)).status).toBe(404);
  });
});

describe('tracks', () => {
  it('are put in order, renamed and removed, each with its line', async () => {
    const pack = await aPackage(db);
    const made = [];
    for (const name of ['a.mp3', 'b.mp3', 'c.mp3']) made.push(await aTrack(db, { packageId: pack.id, name }));
    const [a, b, c] = made.map(({ id }) => id) as [string, string, string];
    expect(await orderTracks(app, admin, pack.id, [c, a])).toEqual({ ok: false, reason: 'changed' });
    expect(await orderTracks(app, admin, pack.id, [c, a, a])).toEqual({ ok: false, reason: 'changed' });
    await orderTracks(app, admin, pack.id, [c, a, b]);
    await renameTrack(app, admin, a, '../Abertura.exe');
    await removeTrack(app, admin, b, app.clock.now());
    expect((await tracksOf(pack.id)).map(({ name }) => name)).toEqual(['c.mp3', '../Abertura.exe.mp3']);
    expect(await removeTrack(app, admin, b, app.clock.now())).toEqual({ ok: false, reason: 'no-track' });
    const lines = await db.select().from(auditEntries).where(eq(auditEntries.entityId, pack.id));
    expect(lines.map(({ action }) => action).sort()).toEqual(['track.order', 'track.remove', 'track.rename']);
  });
});
