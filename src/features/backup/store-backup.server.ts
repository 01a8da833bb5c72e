import { createReadStream } from 'node:fs';
import { mkdir, opendir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import type { Storage } from '#platform/storage/storage.ts';
import { takeBackup } from './backup.server.ts';
import { openAll, readList } from './backup-files.server.ts';
import { stampOf, toKeep } from './kept.ts';
import { type BackupReport, manifestName } from './model.ts';
import { folderOf, pooled, type Shelf } from './shelf.server.ts';

export interface StoreDeps {
  connectionString: string;
  storage: Storage;
  shelf: Shelf;
  /** Holds a backup's tables while they are made; emptied afterwards. */
  work: string;
}

/**
 * Takes a backup and puts it on the shelf: the tables anew, of the site's files those that are not there yet. Files in
 * a bucket are only listed. The manifest comes last, so that a backup that broke off is none. Removes those that are
 * no longer kept.
 */
export async function storeBackup(
  { connectionString, storage, shelf, work }: StoreDeps,
  { program, now }: { program: string; now: Date },
): Promise<BackupReport & { stamp: string; removed: number }> {
  const stamp = stampOf(now);
  const folder = join(work, stamp);
  await rm(work, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const report = await takeBackup({ connectionString, storage, folder }, { program, now, kind: 'listed' });
    if (storage.origin === null) await fillPool(storage, shelf, folder);
    for await (const entry of await opendir(folder, { recursive: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || entry.name === manifestName) continue;
      await shelf.put(folderOf(stamp) + relative(folder, path), createReadStream(path));
    }
    await shelf.put(folderOf(stamp) + manifestName, createReadStream(join(folder, manifestName)));
    return { ...report, stamp, removed: await removeOld(shelf) };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function fillPool(storage: Storage, shelf: Shelf, folder: string): Promise<void> {
  for await (const { key, size } of readList(folder)) {
    if (await shelf.has(pooled(key), size)) continue;
    await shelf.put(pooled(key), Readable.from(await openAll(storage, key, size)));
  }
}

/** Removes backups that are not kept. Their manifests go first. Safe to repeat. @returns how many */
async function removeOld(shelf: Shelf): Promise<number> {
  const stamps = await shelf.stamps();
  const staying = toKeep(stamps);
  const leaving = stamps.filter((stamp) => !staying.has(stamp));
  for (const stamp of leaving) {
    await shelf.store.delete([folderOf(stamp) + manifestName]);
    const names: string[] = [];
    for await (const { key } of shelf.store.list(folderOf(stamp))) names.push(key);
    await shelf.store.delete(names);
  }
  return leaving.length;
}
