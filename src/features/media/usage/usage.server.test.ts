import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { audioUploads, storedObjects } from '#db/schema/media.ts';
import { auditEntries, pageContent } from '#db/schema/site.ts';
import { readSettings } from '#platform/env.server.ts';
import { newId } from '#platform/ids.ts';
import { openLog } from '#platform/log.server.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { openNamedStorage } from '#platform/storage/open.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { largestBatch } from '#tests/batches.ts';
import { aCategory, anAdmin, aPackage, aRecordingRequest, aTrack, aUser } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { s3Missing, s3Server } from '#tests/s3-server.ts';
import {
  checkStore,
  emptyTrash,
  restoreObjects,
  trashOrphans,
  trashUnnamedSounds,
} from './clean-storage.server.ts';
import { needsAction } from './model.ts';
import { getStorageStats, listOrphans, listTrash } from './queries.server.ts';

const { db } = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), 'sonoteca-usage-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const storage = await openDiskStorage({ DATA_DIR: folder });

const now = new Date('2026-11-21T12:00:00Z');
const longAgo = new Date('2026-11-01T12:00:00Z');
const quotas = { STORAGE_QUOTA_BYTES: 1000 };

async function stored(key: string, size = 10, createdAt = longAgo) {
  await storage.put(key, Buffer.alloc(size), { mime: 'image/webp' });
  await db
    .insert(storedObjects)
    .values({ key, bucket: key.split('/')[0]!, size, mime: 'image/webp', createdAt });
  return key;
}

beforeEach(async () => {
  await db.delete(storedObjects);
});

describe('storage figures', () => {
  it('counts light sounds for strangers, which nothing names, and leaves them to their age', async () => {
    await storage.put('streams/aa/a.mp3', Buffer.alloc(7), { mime: 'audio/mpeg' });
    const later = new Date(Date.now() + 3 * 86_400_000);
    expect(await checkStore({ db, storage, now: later })).toMatchObject({ booked: 1, removed: 0 });
    await trashUnnamedSounds(db, later);
    const { buckets } = await getStorageStats(db, quotas);
    expect(buckets.at(-1)).toEqual({ bucket: 'streams', size: 7, count: 1 });
    await storage.delete(['streams/aa/a.mp3']);
  });

  it('STO-02: sums beyond a listing limit of 1000 files', async () => {
    await db.insert(storedObjects).values(
      Array.from({ length: 1500 }, (_, i) => ({
        key: `covers/n/${i}.webp`,
        bucket: 'covers',
        size: 3,
        mime: 'image/webp',
      })),
    );
    const stats = await getStorageStats(db, quotas);
    expect(stats.buckets.find(({ bucket }) => bucket === 'covers')).toMatchObject({
      size: 4500,
      count: 1500,
    });
    expect(stats.total).toEqual({ size: 4500, count: 1500 });
  });

  it('STO-14: never counts the placeholder of an empty folder', async () => {
    await stored('avatars/someone/.emptyFolderPlaceholder'.replace('/.', '/x.'));
    await db.insert(storedObjects).values({
      key: 'covers/.emptyFolderPlaceholder',
      bucket: 'covers',
      size: 5,
      mime: '',
      createdAt: longAgo,
    });
    expect((await getStorageStats(db, quotas)).total.count).toBe(1);
    expect((await listOrphans(db, now)).files.map(({ key }) => key)).not.toContain(
      'covers/.emptyFolderPlaceholder',
    );
  });

  it.each([
    [790, false],
    [800, false],
    [801, true],
  ])('STO-03: %d of 1000 bytes used warns: %s', async (size, warns) => {
    await stored('covers/a/a.webp', size);
    expect(needsAction((await getStorageStats(db, quotas)).pictures.share)).toBe(warns);
  });
});

describe('the cleanup', () => {
  it('STO-05, STO-06, STO-07, STO-08, STO-09, STO-10, STO-11, STO-13: removes true orphans and nothing that anything names', async () => {
    const admin = await anAdmin(db);
    const category = await aCategory(db);
    const cover = await stored('covers/aa/same-name.webp');
    const fallback = await stored('avatars/package-covers/old.webp');
    await aPackage(db, { categoryId: category.id, coverKey: cover });
    await aPackage(db, { categoryId: category.id, coverKey: fallback, deletedAt: now });
    const avatar = await stored('avatars/u1/avatar.png');
    await aUser(db, { avatarKey: avatar });
    const favicon = await stored('site/favicon/one.png');
    const hero = await stored('site/hero/foto da rádio.webp'.replaceAll(' ', '-').replace('á', 'a'));
    const tile = await stored('site/tiles/trilhas.webp');
    await db.insert(pageContent).values([
      { sectionName: 'site_settings', content: { favicon: `/media/${favicon}?v=3` } },
      { sectionName: 'hero', content: { image: `https://radio.example/media/${encodeURI(hero)}#x` } },
      { sectionName: 'category_images', content: { soundtracks: `/media/${tile}` } },
    ]);
    const young = await stored('covers/new/upload.webp', 10, new Date(now.getTime() - 3_600_000));
    const orphans = [
      await stored('covers/bb/same-name.webp'),
      await stored('avatars/gone/avatar.png'),
      await stored('site/tiles/replaced.webp'),
    ];

    expect((await listOrphans(db, now)).files.map(({ key }) => key).sort()).toEqual(orphans.toSorted());
    expect(await trashOrphans(db, admin, now)).toEqual({ removed: 3 });
    expect(await trashOrphans(db, admin, now), 'STO-11: the second time finds none').toEqual({ removed: 0 });
    for (const key of [cover, fallback, avatar, favicon, hero, tile, young]) {
      expect(await storage.stat(key), key).not.toBeNull();
    }
    expect(
      (await db.select().from(auditEntries)).filter(({ action }) => action === 'storage.trash'),
    ).toHaveLength(1);

    expect(await restoreObjects(db, admin, [orphans[0]!, 'covers/never/there.webp']), 'STO-13').toEqual({
      restored: 1,
    });
    expect(
      await emptyTrash(db, storage, new Date(now.getTime() + 6 * 86_400_000)),
      'kept for seven days',
    ).toBe(0);
    expect(await emptyTrash(db, storage, new Date(now.getTime() + 8 * 86_400_000))).toBe(2);
    expect(await storage.stat(orphans[0]!)).not.toBeNull();
    expect(await storage.stat(orphans[1]!)).toBeNull();
  });

  it('A-74: what is taken out of the trash while it is being emptied stays, and so does all when the store fails', async () => {
    const admin = await anAdmin(db);
    const keys = Array.from({ length: 101 }, (_, at) => `covers/tt/${String(at).padStart(3, '0')}.webp`);
    for (const key of keys) await stored(key);
    await db.update(storedObjects).set({ trashedAt: longAgo });
    const failing = { ...storage, delete: () => Promise.reject(new Error('a store that is away')) };
    await expect(emptyTrash(db, failing, now)).rejects.toThrow('away');
    expect(await db.$count(storedObjects)).toBe(101);

    const last = keys.at(-1)!;
    const slow: typeof storage = {
      ...storage,
      async delete(some) {
        await restoreObjects(db, admin, [last]);
        return storage.delete(some);
      },
    };
    expect(await emptyTrash(db, slow, now)).toBe(100);
    expect(await storage.stat(last)).not.toBeNull();
    expect(await db.select({ key: storedObjects.key }).from(storedObjects)).toEqual([{ key: last }]);
  });

  it.each([['bin.webp'], ['foto (1).webp'], ["d'água.webp"], ['100% [final].webp']])(
    'D.16, STO-09: a key with %j is in use when content names it in an address of our own host',
    async (name) => {
      const key = `site/hero/${name}`;
      const twin = `site/outro/${name}`;
      for (const one of [key, twin])
        await db
          .insert(storedObjects)
          .values({ key: one, bucket: 'site', size: 1, mime: 'image/webp', createdAt: longAgo });
      const address = `https://radio.example/media/${encodeURI(key)}?v=3#x`;
      await db.delete(pageContent);
      await db
        .insert(pageContent)
        .values({ sectionName: 'license', content: { text: `![a](<${address}>)` } });
      expect((await listOrphans(db, now)).files.map((orphan) => orphan.key)).toEqual([twin]);
      expect(await trashOrphans(db, await anAdmin(db), now)).toEqual({ removed: 1 });
      expect(await emptyTrash(db, storage, new Date(now.getTime() + 8 * 86_400_000))).toBe(1);
    },
  );
});

const stores: [string, () => Promise<Storage>][] = [
  ['the disk', () => openDiskStorage({ DATA_DIR: join(folder, 'of-its-own') })],
];
if (!s3Missing)
  stores.push([
    'a bucket',
    async () => {
      const settings = readSettings({ ...(await s3Server()).settings, DATA_DIR: folder }, folder);
      return openNamedStorage('s3', settings, openLog('silent'));
    },
  ]);

describe.each(stores)('the nightly look at %s', async (_, open) => {
  const store = await open();
  /** Late enough for fresh files to be old. */
  const later = new Date(Date.now() + 3 * 86_400_000);
  const night = (at: Date) => checkStore({ db, storage: store, now: at });
  const put = (key: string) => store.put(key, Buffer.from('1234'), { mime: 'image/webp' });
  const booked = async (key: string) =>
    (await db.select().from(storedObjects).where(eq(storedObjects.key, key)))[0];

  it('D.16: what a killed process left goes after its time, and nothing that is in use', async () => {
    const id = newId();
    const [chunk, lostChunk] = [`uploads/${id}/aa`, `uploads/${newId()}/bb`];
    const [cover, lostCover, named] = [`covers/${id}/a.webp`, `covers/${id}/b.webp`, `site/${id}/c.webp`];
    const strange = `backups/${id}.tar`;
    for (const key of [chunk, lostChunk, cover, lostCover, named, strange]) await put(key);
    await db.insert(storedObjects).values({ key: cover, bucket: 'covers', size: 4, mime: 'image/webp' });
    const file = { packageId: 'p', userId: 'u', name: 'a.wav', size: 8 };
    await db.insert(audioUploads).values({ id, ...file, parts: [chunk] });
    await db.delete(pageContent);
    await db.insert(pageContent).values({ sectionName: 'hero', content: { image: `/media/${named}` } });

    expect(await night(new Date()), 'young: its upload may not be saved yet').toMatchObject({ removed: 0 });
    const none = { count: 0, first: [] };
    expect(await night(later)).toEqual({ missing: none, different: none, booked: 1, removed: 2 });
    expect(await store.stat(lostChunk)).toBeNull();
    expect(await booked(lostCover)).toMatchObject({ bucket: 'covers', size: 4, trashedAt: later });
    expect(await booked(named)).toMatchObject({ bucket: 'site', mime: 'image/webp', trashedAt: null });
    expect(await night(later), 'the second time finds none').toMatchObject({ booked: 0, removed: 0 });
    expect(await emptyTrash(db, store, new Date(later.getTime() + 8 * 86_400_000))).toBe(1);
    expect(await store.stat(lostCover)).toBeNull();
    for (const key of [chunk, cover, named, strange]) expect(await store.stat(key), key).not.toBeNull();
  });

  it('tells what is booked and not there, and what has another size', async () => {
    await db.insert(storedObjects).values([
      { key: 'covers/cc/missing.webp', bucket: 'covers', size: 1, mime: 'image/webp' },
      { key: 'covers/cc/longer.webp', bucket: 'covers', size: 9, mime: 'image/webp' },
    ]);
    await put('covers/cc/longer.webp');
    expect(await night(new Date())).toMatchObject({
      missing: { count: 1, first: ['covers/cc/missing.webp'] },
      different: { count: 1, first: ['covers/cc/longer.webp'] },
    });
  });
});

describe('sounds and recordings that nothing names', () => {
  it('D.16: go to the trash after their time; those of tracks, requests and deleted packages stay', async () => {
    const { storageKey } = await aTrack(db, { storageKey: 'audio/aa/used.mp3' });
    await aTrack(db, { previewKey: 'audio/aa/preview.mp3', previewSize: 1 });
    await aRecordingRequest(db, {
      userId: null,
      deliveredKey: 'recordings/used.wav',
      heardKey: 'recordings/used.mp3',
    });
    const used = [storageKey!, 'audio/aa/preview.mp3', 'recordings/used.wav', 'recordings/used.mp3'];
    const lost = ['audio/aa/lost.mp3', 'recordings/lost.mp3'];
    for (const key of [...used, ...lost]) await stored(key);
    await stored('audio/aa/young.mp3', 10, now);
    expect(await trashUnnamedSounds(db, now)).toBe(2);
    const trashed = await db
      .select({ key: storedObjects.key })
      .from(storedObjects)
      .where(isNotNull(storedObjects.trashedAt));
    expect(trashed.map(({ key }) => key).sort()).toEqual(lost);
  });
});

describe('however many files there are', () => {
  it.each([10_000, 70_000])('no batch grows with their number: %d', async (files) => {
    const key = sql`'covers/' || n || '.webp'`;
    await db.execute(sql`insert into stored_objects (key, bucket, size, mime, created_at)
      select ${key}, 'covers', 1, '', ${longAgo.toISOString()}::timestamptz from generate_series(1, ${files}::int) n`);
    const { id } = await aPackage(db);
    // Without the triggers, which sum up packages of a usual size.
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`insert into tracks (id, package_id, name, storage_key)
        select 't' || n, ${id}, 'x', ${key} from generate_series(1, ${files}::int - 1500) n`);
    });
    await db.execute(sql`analyze tracks, stored_objects`);
    const admin = await anAdmin(db);
    const largest = await largestBatch(async () => {
      expect(await listOrphans(db, now)).toMatchObject({ count: 1500, isMore: false });
      expect(await trashUnnamedSounds(db, now)).toBe(0);
      expect(await trashOrphans(db, admin, now)).toEqual({ removed: 1500 });
      expect(await listTrash(db)).toMatchObject({ count: 1500 });
      expect(await restoreObjects(db, admin, null)).toEqual({ restored: 1500 });
    });
    expect(largest).toBe(1500);
    await db.execute(sql`truncate tracks cascade`);
  });
});
