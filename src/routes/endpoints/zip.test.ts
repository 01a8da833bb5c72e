import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { crc32 } from 'node:zlib';
import { asc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { packages, tracks } from '#db/schema/catalog.ts';
import { downloads } from '#db/schema/downloads.ts';
import { licences } from '#db/schema/licences.ts';
import { fairUse } from '#features/downloads/model.ts';
import { byteServerOf } from '#platform/http/byte-server.server.ts';
import { newId } from '#platform/ids.ts';
import { aDownload, aPackage, aSubscriber, aTrack, aUser } from '#tests/builders.ts';
import { testSite } from '#tests/site.ts';
import { unzip } from '#tests/zip.ts';

const site = await testSite();
const { ask, db, clock } = site;
let cookie: string;

// Garbage must be collected, or the memory figure is a matter of luck.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** A package with one stored track per name; null content means lost bytes. */
async function storedPackage(files: [name: string, content: Buffer | null][], given = {}) {
  const pack = await aPackage(db, given);
  for (const [orderIndex, [name, content]] of files.entries()) {
    const row = await aTrack(db, { packageId: pack.id, name, orderIndex, size: content?.length ?? 10 });
    if (content) await site.storage.put(row.storageKey!, content, { mime: 'audio/mpeg' });
  }
  return pack;
}

async function fetchZip(id: string, headers: Record<string, string> = {}) {
  const response = await ask(`/package/${id}/zip`, { Cookie: cookie, ...headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { response, bytes };
}

const codeOf = async (response: Response) =>
  [response.status, ((await response.json()) as { error: { code: string } }).error.code] as const;

beforeAll(async () => {
  cookie = await site.signIn(await aSubscriber(db));
});

describe('GET /package/{id}/zip', () => {
  it('DWN-07: holds every track once, whole, under its own name; equal names are numbered', async () => {
    const files: [string, Buffer][] = [
      ['São João.mp3', randomBytes(300_000)],
      ['tema.mp3', randomBytes(100)],
      ['tema.mp3', randomBytes(200)],
      ['a/b "c".mp3', randomBytes(1)],
      ['vazio.mp3', Buffer.alloc(0)],
    ];
    const pack = await storedPackage(files, { title: 'Vinhetas São João 24' });
    const { response, bytes } = await fetchZip(pack.id);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(response.headers.get('x-total-files')).toBe('5');
    expect(response.headers.get('x-missing-files')).toBe('0');
    const names = ['São João.mp3', 'tema.mp3', 'tema (2).mp3', 'a_b _c_.mp3', 'vazio.mp3'];
    const unzipped = [...(await unzip(bytes))];
    expect(unzipped).toEqual(names.map((name, at) => [name, files[at]![1]]));
  });

  it('A-125: the licence is recorded once, with the hashes of the bytes', async () => {
    const contents = [randomBytes(3000), randomBytes(10)];
    const pack = await storedPackage([
      ['um.mp3', contents[0]!],
      ['dois.mp3', contents[1]!],
    ]);
    const rows = await db.select().from(tracks).where(eq(tracks.packageId, pack.id));
    const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    for (const row of rows) {
      const contentHash = sum(row.name === 'um.mp3' ? contents[0]! : contents[1]!);
      await db.update(tracks).set({ contentHash }).where(eq(tracks.id, row.id));
    }
    const recorded = () => db.select().from(licences).where(eq(licences.subject, pack.title));
    const head = await ask(`/package/${pack.id}/zip`, { Cookie: cookie }, { method: 'HEAD' });
    expect(await recorded(), 'asking for the length issues none').toEqual([]);
    const { response, bytes } = await fetchZip(pack.id);
    expect(response.headers.get('etag')).toBe(head.headers.get('etag'));
    const [licence] = await recorded();
    const files = await unzip(bytes);
    expect(licence!.tracks.map(({ name, sha256 }) => [name, sha256])).toEqual(
      ['um.mp3', 'dois.mp3'].map((name) => [name, sum(files.get(name)!)]),
    );
    const rest = await fetchZip(pack.id, { Range: `bytes=${bytes.length - 100}-` });
    expect(rest.bytes.equals(bytes.subarray(-100))).toBe(true);
    expect(await recorded()).toHaveLength(1);
  });

  it('DWN-06: is named after the package', async () => {
    const pack = await storedPackage([['a.mp3', Buffer.from('a')]], { title: 'Vinhetas São João 24' });
    const { response } = await fetchZip(pack.id);
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="Vinhetas_Sao_Joao_24.zip"',
    );
  });

  it('uses the CRC that is known, and keeps the one it computes', async () => {
    const content = randomBytes(5000);
    const pack = await storedPackage([['a.mp3', content]]);
    const find = async () => (await db.select().from(tracks).where(eq(tracks.packageId, pack.id)))[0]!;
    expect((await find()).crc32).toBeNull();
    const first = await fetchZip(pack.id);
    expect((await find()).crc32).toBe(crc32(content));
    expect((await fetchZip(pack.id)).bytes.equals(first.bytes)).toBe(true);
    await db.update(tracks).set({ crc32: 1 }).where(eq(tracks.packageId, pack.id));
    const { bytes } = await fetchZip(pack.id);
    await expect(unzip(bytes)).rejects.toThrow('another CRC');
    expect(bytes.readUInt32LE(14)).toBe(1);
    await db.update(tracks).set({ size: 4999 }).where(eq(tracks.packageId, pack.id));
    expect((await fetchZip(pack.id)).bytes.readUInt32LE(14)).toBe(crc32(content));
  });

  it('DWN-08: lists inside what is missing, and says so before', async () => {
    const pack = await storedPackage([
      ['um.mp3', Buffer.from('1')],
      ['dois.mp3', null],
      ['arquivos-ausentes.txt', Buffer.from('3')],
    ]);
    const { response, bytes } = await fetchZip(pack.id);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-total-files')).toBe('3');
    expect(response.headers.get('x-missing-files')).toBe('1');
    const files = await unzip(bytes);
    expect([...files.keys()]).toEqual(['um.mp3', 'arquivos-ausentes (2).txt', 'arquivos-ausentes.txt']);
    expect(files.get('arquivos-ausentes.txt')!.toString()).toContain('- dois.mp3');
  });

  it('DWN-09: is an error and no file when every track is missing', async () => {
    const lost = await storedPackage([['um.mp3', null]]);
    expect(await codeOf(await ask(`/package/${lost.id}/zip`, { Cookie: cookie }))).toEqual([
      404,
      'not-found',
    ]);
    const empty = await aPackage(db);
    const { response } = await fetchZip(empty.id);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-disposition')).toBeNull();
  });

  it('goes on with a range where a download broke off', async () => {
    const pack = await storedPackage([
      ['a.mp3', randomBytes(200_000)],
      ['b.mp3', randomBytes(100_000)],
    ]);
    const { response, bytes } = await fetchZip(pack.id);
    const etag = response.headers.get('etag')!;
    for (const start of [1, 40, 150_000, 200_050, bytes.length - 30]) {
      const rest = await fetchZip(pack.id, { Range: `bytes=${start}-`, 'If-Range': etag });
      expect(rest.response.status).toBe(206);
      expect(rest.bytes.equals(bytes.subarray(start))).toBe(true);
    }
    const middle = await fetchZip(pack.id, { Range: 'bytes=199000-201000' });
    expect(middle.bytes.equals(bytes.subarray(199_000, 201_001))).toBe(true);
    expect((await fetchZip(pack.id, { 'If-None-Match': etag })).response.status).toBe(304);
    expect((await fetchZip(pack.id, { 'If-Match': '"old"' })).response.status).toBe(412);
  });

  it('SEC-01: is for subscribers', async () => {
    const pack = await storedPackage([['a.mp3', Buffer.from('a')]]);
    expect(await codeOf(await ask(`/package/${pack.id}/zip`))).toEqual([401, 'unauthenticated']);
    const user = await site.signIn(await aUser(db));
    expect(await codeOf(await ask(`/package/${pack.id}/zip`, { Cookie: user }))).toEqual([
      403,
      'payment-required',
    ]);
  });

  it('DWN-12: is refused for vinhetas', async () => {
    const pack = await storedPackage([['a.mp3', Buffer.from('a')]], { kind: 'pacotes-vinhetas' });
    expect(await codeOf(await ask(`/package/${pack.id}/zip`, { Cookie: cookie }))).toEqual([
      403,
      'forbidden',
    ]);
  });

  it('DWN-13: is 404 for packages that listeners cannot see', async () => {
    const hidden = await storedPackage([['a.mp3', Buffer.from('a')]], { isActive: false });
    for (const id of [hidden.id, newId(), 'x', '..%2F']) {
      expect(await codeOf(await ask(`/package/${id}/zip`, { Cookie: cookie }))).toEqual([404, 'not-found']);
    }
  });

  it('DWN-14: notes each file, once for all parts, by whatever range it is begun', async () => {
    const user = await aSubscriber(db);
    const session = { Cookie: await site.signIn(user) };
    const pack = await storedPackage([
      ['um.mp3', Buffer.from('1')],
      ['dois.mp3', Buffer.from('22')],
      ['perdido.mp3', null],
    ]);
    const head = await ask(`/package/${pack.id}/zip`, session, { method: 'HEAD' });
    expect([head.status, head.headers.get('x-missing-files')]).toEqual([200, '1']);
    const part = await ask(`/package/${pack.id}/zip`, { ...session, Range: 'bytes=5-' });
    await part.arrayBuffer();
    expect(await db.$count(downloads, eq(downloads.userId, user.userId)), 'begun by a part').toBe(2);
    await (await ask(`/package/${pack.id}/zip`, { ...session, Range: 'bytes=0-4' })).arrayBuffer();
    await (await ask(`/package/${pack.id}/zip`, { ...session, 'If-Match': '"x"' })).arrayBuffer();
    const rows = await db
      .select()
      .from(downloads)
      .where(eq(downloads.userId, user.userId))
      .orderBy(asc(downloads.bytes));
    expect(rows.map((row) => [row.trackName, row.bytes, row.kind, row.packageTitle, row.createdAt])).toEqual([
      ['um.mp3', 1, 'zip', pack.title, clock.now()],
      ['dois.mp3', 2, 'zip', pack.title, clock.now()],
    ]);
  });

  it('DWN-16: is refused only when the minute is used up before it begins', async () => {
    const user = await aSubscriber(db);
    const session = { Cookie: await site.signIn(user) };
    const pack = await storedPackage([
      ['a.mp3', Buffer.from('a')],
      ['b.mp3', Buffer.from('b')],
    ]);
    for (let count = 0; count < fairUse.files - 1; count++) {
      await aDownload(db, { userId: user.userId, createdAt: clock.now() });
    }
    const part = { ...session, Range: 'bytes=1-' };
    expect((await ask(`/package/${pack.id}/zip`, part)).status).toBe(206);
    const refused = await ask(`/package/${pack.id}/zip`, part);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await codeOf(refused)).toEqual([429, 'rate-limited']);
  });

  it('lets everything go when the caller leaves in the middle', async () => {
    const pack = await storedPackage([
      ['a.mp3', randomBytes(8_000_000)],
      ['b.mp3', randomBytes(8_000_000)],
    ]);
    const server = byteServerOf(site.storage);
    const opening = vi.spyOn(server, 'open');
    const closing = vi.spyOn(server, 'close');
    for (let count = 0; count < 10; count++) {
      const request = get(`${site.url}/package/${pack.id}/zip`, { headers: { Cookie: cookie } });
      request.on('error', () => {});
      const [response] = await once(request, 'response');
      await once(response, 'data');
      request.destroy();
    }
    await expect.poll(() => closing.mock.calls.length).toBe(opening.mock.calls.length);
    expect(opening.mock.calls.length).toBeGreaterThanOrEqual(10);
  });

  it('DWN-05: stops when its user gives it up, and sends no part of it afterwards', async () => {
    const pack = await storedPackage([['a.mp3', randomBytes(30_000_000)]]);
    const path = `/package/${pack.id}/zip`;
    const giveUp = (ticket: string, Cookie = cookie) =>
      ask(`${path}/progress?ticket=${ticket}`, { Cookie }, { method: 'DELETE' });
    expect((await giveUp('bilhete-1')).status, 'not begun').toBe(404);
    const request = get(`${site.url}${path}?ticket=bilhete-1`, { headers: { Cookie: cookie } });
    request.on('error', () => {});
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.on('error', () => {});
    const ended = new Promise((resolve) => response.once('close', resolve));
    const stranger = await site.signIn(await aSubscriber(db));
    expect((await giveUp('bilhete-1', stranger)).status, 'of somebody else').toBe(404);
    expect((await giveUp('bilhete-1')).status).toBe(200);
    response.resume();
    await ended;
    expect(response.complete).toBe(false);
    const progress = await ask(`${path}/progress?ticket=bilhete-1`, { Cookie: cookie });
    expect(((await progress.json()) as { state: string }).state).toBe('cancelled');
    const rest = await ask(`${path}?ticket=bilhete-1`, { Cookie: cookie, Range: 'bytes=1000000-' });
    expect(await codeOf(rest), 'the browser tries to go on').toEqual([404, 'not-found']);
    expect((await giveUp('bilhete-1')).status, 'repeated').toBe(200);
  });

  it('DWN-10: 400 MB go out without being gathered', async () => {
    const sound = randomBytes(50_000_000);
    const pack = await storedPackage(Array.from({ length: 8 }, (_, at) => [`${at}.mp3`, sound]));
    const held = () => {
      collect();
      return process.memoryUsage().arrayBuffers;
    };
    const before = held();
    let next = 0;
    let most = 0;
    let sent = 0;
    const request = get(`${site.url}/package/${pack.id}/zip`, { headers: { Cookie: cookie } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    for await (const part of response) {
      sent += (part as Buffer).length;
      if (sent < next) continue;
      most = Math.max(most, held() - before);
      next = sent + 10_000_000;
    }
    expect(sent).toBeGreaterThan(400_000_000);
    expect(most).toBeLessThan(60_000_000);
  });

  it('follows the catalogue', async () => {
    const pack = await storedPackage([['a.mp3', Buffer.from('a')]]);
    expect((await fetchZip(pack.id)).response.status).toBe(200);
    await db.update(packages).set({ deletedAt: new Date() }).where(eq(packages.id, pack.id));
    expect((await fetchZip(pack.id)).response.status).toBe(404);
  });
});

it('nothing failed unseen', () => expect(site.bugs).toEqual([]));
