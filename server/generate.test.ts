import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getTableName, type Table } from 'drizzle-orm';
import { afterAll, expect, it, vi } from 'vitest';
import { users } from '#db/schema/accounts.ts';
import { packages, tracks } from '#db/schema/catalog.ts';
import { downloads } from '#db/schema/downloads.ts';
import { favorites } from '#db/schema/favorites.ts';
import { storedObjects } from '#db/schema/media.ts';
import { auditEntries } from '#db/schema/site.ts';
import { payments } from '#db/schema/subscriptions.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { aSubscriber, aTrack } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { generateSite } from './generate.ts';

const { db } = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), 'sonoteca-generate-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const storage = await openDiskStorage({ DATA_DIR: folder });

it('makes packages, tracks, real files, users and what they did; a second run adds nothing', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const fan = await aSubscriber(db);
  const key = 'audio/aa/modelo.mp3';
  const { size } = await storage.put(key, Buffer.from('um som'), { mime: 'audio/mpeg' });
  await db.insert(storedObjects).values({ key, bucket: 'audio', size, mime: 'audio/mpeg' });
  await aTrack(db, { storageKey: key, size });
  const count = async () => {
    const all: Table[] = [
      packages,
      tracks,
      storedObjects,
      users,
      favorites,
      downloads,
      auditEntries,
      payments,
    ];
    return Object.fromEntries(
      await Promise.all(all.map(async (table) => [getTableName(table), await db.$count(table)] as const)),
    );
  };
  for (let run = 0; run < 2; run++) {
    await generateSite({ db, storage }, { packages: 20, tracks: 200 });
    expect(await count()).toEqual({
      packages: 21,
      tracks: 201,
      stored_objects: 81,
      users: 21,
      favorites: 20,
      downloads: 200,
      audit_entries: 200,
      payments: 119,
    });
  }
  const saved = await db.select({ userId: favorites.userId }).from(favorites);
  expect(new Set(saved.map(({ userId }) => userId))).toEqual(new Set([fan.userId]));
  const made = await db.select({ key: storedObjects.key }).from(storedObjects);
  for (const file of made) expect(await storage.stat(file.key)).toMatchObject({ size });
});
