import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { storedObjects } from '#db/schema/media.ts';
import { readSettings } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import { openLog } from '#platform/log.server.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { openNamedStorage } from '#platform/storage/open.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { aTrack } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { s3Missing, s3Server } from '#tests/s3-server.ts';
import { copyStore } from './copy-store.server.ts';
import { Journal } from './journal.ts';
import { copyTexts, hashInKey } from './model.ts';

const { db } = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), 'sonoteca-moving-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const read = async (storage: Storage, key: string) => {
  const { size } = (await storage.stat(key))!;
  return size === 0 ? Buffer.alloc(0) : buffer(await storage.openRange(key, 0, size - 1));
};

function watched(storage: Storage, { breakAfter = Number.POSITIVE_INFINITY } = {}) {
  const seen = { puts: 0, reads: 0 };
  const put: Storage['put'] = async (...args) => {
    if (++seen.puts > breakAfter) throw new AppError('unavailable', 'O armazenamento está indisponível.');
    return storage.put(...args);
  };
  const openRange: Storage['openRange'] = (...args) => {
    seen.reads++;
    return storage.openRange(...args);
  };
  return { storage: { ...storage, put, openRange }, seen };
}

async function anAudio(storage: Storage, bytes: Buffer): Promise<string> {
  const hash = sha256(bytes);
  const key = `audio/${hash.slice(0, 2)}/${hash}.mp3`;
  await storage.put(key, bytes, { mime: 'audio/mpeg' });
  await aTrack(db, { storageKey: key, contentHash: hash, size: bytes.length });
  await db.insert(storedObjects).values({ key, bucket: 'audio', size: bytes.length, mime: 'audio/mpeg' });
  return key;
}

describe.skipIf(s3Missing)('moving a running site from the disk to a bucket and back', async () => {
  if (s3Missing) return;
  const settings = readSettings({ ...(await s3Server()).settings, DATA_DIR: folder }, folder);
  const disk = await openNamedStorage('disk', settings, openLog('silent'));
  const bucket = await openNamedStorage('s3', settings, openLog('silent'));
  let journal = '';
  const openJournal = () => new Journal(journal, (line) => (journal += line));
  const keys: string[] = [];

  it('goes on where it was broken off', async () => {
    for (let at = 0; at < 10; at++) keys.push(await anAudio(disk, randomBytes(10_000 + at)));
    keys.push(await anAudio(disk, randomBytes(9 * 1024 * 1024)), await anAudio(disk, Buffer.alloc(0)));
    await disk.put('avatars/one.webp', Buffer.from('a face'), { mime: 'image/webp' });
    await disk.put('uploads/part', Buffer.from('on its way'), { mime: 'application/octet-stream' });
    keys.push('avatars/one.webp', 'uploads/part');

    const broken = watched(bucket, { breakAfter: 6 });
    const breaking = copyStore({ db, from: disk, to: broken.storage, journal: openJournal() });
    await expect(breaking).rejects.toMatchObject({ kind: 'unavailable' });
    journal += '{"key":"unfinis';

    const again = watched(bucket);
    const report = await copyStore({ db, from: disk, to: again.storage, journal: openJournal() });
    expect(report.failed).toEqual([]);
    expect(report.copied + report.unchanged).toBe(keys.length);
    expect(report.copied).toBe(again.seen.puts);
    expect(report.unchanged).toBeGreaterThanOrEqual(3);
    for (const key of keys) {
      expect(sha256(await read(bucket, key))).toBe(sha256(await read(disk, key)));
    }
  });

  it('a second pass copies and reads only the new', async () => {
    const added = await anAudio(disk, randomBytes(5_000));
    keys.push(added);
    const [from, to] = [watched(disk), watched(bucket)];
    const report = await copyStore({ db, from: from.storage, to: to.storage, journal: openJournal() });
    expect(report).toMatchObject({ copied: 1, bytes: 5_000, unchanged: keys.length - 1, failed: [] });
    expect([from.seen.reads, to.seen.reads]).toEqual([1, 1]);
  });

  it('finds an object that is corrupted in the target, also without its notes, and puts it right', async () => {
    const good = await read(disk, keys[0]!);
    const bad = Buffer.from(good);
    bad[100]! ^= 1;
    await bucket.put(keys[0]!, bad, { mime: 'audio/mpeg' });
    const report = await copyStore({ db, from: disk, to: bucket, journal: new Journal('', () => {}) });
    expect(report).toMatchObject({ copied: 1, unchanged: keys.length - 1, failed: [] });
    expect((await read(bucket, keys[0]!)).equals(good)).toBe(true);
  });

  it('names what is corrupted in the source, and never puts it over what is right', async () => {
    const good = await read(disk, keys[1]!);
    const bad = Buffer.from(good);
    bad[100]! ^= 1;
    await disk.put(keys[1]!, bad, { mime: 'audio/mpeg' });
    const fresh = () => new Journal('', () => {});
    expect(await copyStore({ db, from: disk, to: bucket, journal: fresh() })).toMatchObject({
      copied: 0,
      failed: [],
    });
    expect((await read(bucket, keys[1]!)).equals(good)).toBe(true);
    await bucket.delete([keys[1]!]);
    const report = await copyStore({ db, from: disk, to: bucket, journal: fresh() });
    expect(report.failed).toEqual([{ key: keys[1], reason: copyTexts.unlikeRecord }]);
    expect((await read(bucket, keys[1]!)).equals(bad)).toBe(true);
    const next = await copyStore({ db, from: disk, to: bucket, journal: fresh() });
    expect(next.failed).toEqual(report.failed);
    for (const storage of [disk, bucket]) await storage.put(keys[1]!, good, { mime: 'audio/mpeg' });
  });

  it('a copy that arrives different is named and not left behind', async () => {
    const key = await anAudio(disk, randomBytes(3_000));
    const liar: Storage = {
      ...bucket,
      put: async (name, _body, facts) => bucket.put(name, Buffer.alloc(3_000), facts),
    };
    const report = await copyStore({ db, from: disk, to: liar, journal: openJournal() });
    expect(report.failed).toEqual([{ key, reason: copyTexts.differs }]);
    expect(await bucket.stat(key)).toBeNull();
    keys.push(key);
  });

  it('leaves alone what was replaced in the target since', async () => {
    await utimes(disk.path('avatars/one.webp')!, new Date(0), new Date(0));
    await bucket.put('avatars/one.webp', Buffer.from('a newer face'), { mime: 'image/webp' });
    const report = await copyStore({ db, from: disk, to: bucket, journal: openJournal() });
    expect(report).toMatchObject({ copied: 1, newer: 1, failed: [] });
    expect((await read(bucket, 'avatars/one.webp')).toString()).toBe('a newer face');
  });

  it('names what is booked and in neither store', async () => {
    const lost = await aTrack(db);
    const report = await copyStore({ db, from: disk, to: bucket, journal: openJournal() });
    expect(report.failed).toEqual([{ key: lost.storageKey, reason: copyTexts.nowhere }]);
  });

  it('goes back to a disk, bytes for bytes', async () => {
    const other = await mkdtemp(join(tmpdir(), 'sonoteca-back-'));
    try {
      const back = await openDiskStorage({ DATA_DIR: other });
      const report = await copyStore({ db, from: bucket, to: back, journal: new Journal('', () => {}) });
      expect(report.copied).toBe(keys.length);
      for (const key of keys) expect((await read(back, key)).equals(await read(bucket, key))).toBe(true);
    } finally {
      await rm(other, { recursive: true, force: true });
    }
  });
});

it.each([
  [`audio/ab/ab${'0'.repeat(62)}.mp3`, `ab${'0'.repeat(62)}`],
  [`audio/cd/ab${'0'.repeat(62)}.mp3`, null],
  ['audio/ab/abc.mp3', null],
  ['avatars/u1.webp', null],
])('the hash in a key is its content: %s', (key, hash) => expect(hashInKey(key)).toBe(hash));
