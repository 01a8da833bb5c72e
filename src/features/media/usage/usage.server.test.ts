import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { storedObjects } from '#db/schema/media.ts';
import { auditEntries, pageContent } from '#db/schema/site.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { aCategory, anAdmin, aPackage, aUser } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { checkBooks, emptyTrash, restoreObjects, trashOrphans } from './commands.server.ts';
import { namedKeys, needsAction } from './model.ts';
import { getStorageStats, listOrphans } from './queries.server.ts';

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
    expect((await listOrphans(db, now)).map(({ key }) => key)).not.toContain(
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

    expect((await listOrphans(db, now)).map(({ key }) => key).sort()).toEqual(orphans.toSorted());
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

  it('the look at the store finds what the books do not say', async () => {
    await stored('covers/cc/fine.webp');
    await storage.put('covers/cc/unbooked.webp', Buffer.alloc(4), { mime: 'image/webp' });
    await db
      .insert(storedObjects)
      .values({ key: 'covers/cc/missing.webp', bucket: 'covers', size: 1, mime: 'image/webp' });
    const check = await checkBooks(db, storage);
    expect(check.missing).toEqual(['covers/cc/missing.webp']);
    expect(check.unbooked).toContain('covers/cc/unbooked.webp');
    expect(check.different).toEqual([]);
  });
});

describe('keys named by content', () => {
  it('STO-09: reads addresses with query, percent signs and other folders', () => {
    const named = namedKeys({
      a: 'https://x.example/media/covers/ab/x%20y.webp?v=3',
      list: [{ html: '<img src="/media/site/hero/a.webp">' }, 'avatars/u/avatar.png'],
      other: 'my-covers/no.webp',
    });
    expect([...named].sort()).toEqual(['avatars/u/avatar.png', 'covers/ab/x y.webp', 'site/hero/a.webp']);
  });
});
