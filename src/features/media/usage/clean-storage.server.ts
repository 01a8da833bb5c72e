import { and, asc, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import type { Database, Executor } from '#db/open.server.ts';
import { storedObjects } from '#db/schema/media.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import { addTo, type Examples, gathered, noExamples } from '#platform/elements.ts';
import { isKey } from '#platform/storage/refusals.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { mimeOfKey } from '../moving/model.ts';
import {
  agedBuckets,
  buckets,
  chunkFolder,
  graceHours,
  isAged,
  isPlaceholder,
  pictureBuckets,
  trashDays,
} from './model.ts';
import { findNamed, listInBatches, listUnnamed } from './queries.server.ts';

/** Moves every orphan into the trash for seven days, in one transaction. Safe to repeat. */
export async function trashOrphans(db: Database, admin: Admin, now: Date): Promise<{ removed: number }> {
  return db.transaction(
    async (tx) => {
      let removed = 0;
      for await (const orphans of listUnnamed(tx, pictureBuckets, now)) {
        const keys = keysOf(orphans);
        if (keys.length === 0) continue;
        await tx.update(storedObjects).set({ trashedAt: now }).where(among(storedObjects.key, keys));
        await recordChange(tx, admin, 'storage.trash', null, { before: { keys } });
        removed += keys.length;
      }
      return { removed };
    },
    { isolationLevel: 'repeatable read' },
  );
}

/** Takes files out of the trash; counts only those that were still in it. Safe to repeat. @param given null: all */
export async function restoreObjects(
  db: Database,
  admin: Admin,
  given: string[] | null,
): Promise<{ restored: number }> {
  return db.transaction(async (tx) => {
    const isTrashed = isNotNull(storedObjects.trashedAt);
    const which = given ? and(isTrashed, among(storedObjects.key, given)) : isTrashed;
    let restored = 0;
    for await (const part of listInBatches(tx, which)) {
      const done = await tx
        .update(storedObjects)
        .set({ trashedAt: null })
        .where(and(isTrashed, among(storedObjects.key, keysOf(part))))
        .returning({ key: storedObjects.key });
      const keys = done.map(({ key }) => key);
      if (keys.length === 0) continue;
      await recordChange(tx, admin, 'storage.restore', null, { after: { keys } });
      restored += keys.length;
    }
    return { restored };
  });
}

/** Files removed from the trash per batch. */
const atOnce = 100;

/**
 * Deletes files that have been in the trash for seven days, in small batches, so that files restored meanwhile stay.
 * Removes rows first, so that nobody can reuse a file that is about to go; when the store fails the rows are restored.
 * Safe to repeat; run by cron.
 */
export async function emptyTrash(db: Database, storage: Storage, now: Date): Promise<number> {
  const due = lt(storedObjects.trashedAt, new Date(now.getTime() - trashDays * 86_400_000));
  const some = db
    .select({ key: storedObjects.key })
    .from(storedObjects)
    .where(due)
    .orderBy(asc(storedObjects.key))
    .limit(atOnce);
  for (let deleted = 0; ; ) {
    const gone = await db
      .delete(storedObjects)
      .where(and(inArray(storedObjects.key, some), due))
      .returning();
    if (gone.length === 0) return deleted;
    try {
      // A malformed key cannot exist in any store.
      await storage.delete(gone.map(({ key }) => key).filter(isKey));
    } catch (error) {
      await db.insert(storedObjects).values(gone).onConflictDoNothing();
      throw error;
    }
    deleted += gone.length;
  }
}

/** Trashes sounds and recordings that a dying process left unreferenced. Safe to repeat; by cron. @returns how many */
export async function trashUnnamedSounds(db: Database, now: Date): Promise<number> {
  let trashed = 0;
  const sounds = buckets.filter(
    (bucket) => !pictureBuckets.includes(bucket) && !agedBuckets.includes(bucket),
  );
  // Checked again within the transaction: a track may refer to one by now.
  // Checked again within the transaction: a track may refer to one by now.
  for await (const unnamed of listUnnamed(db, sounds, now))
    trashed += await db.transaction((tx) => trashUnnamed(tx, keysOf(unnamed), now));
  return trashed;
}

/**
 * Moves unreferenced files into the trash. Locks their rows first, so that a concurrent reference is seen. @returns how
 * many
 */
export async function trashUnnamed(tx: Executor, keys: string[], now: Date): Promise<number> {
  if (keys.length === 0) return 0;
  await tx
    .select({ key: storedObjects.key })
    .from(storedObjects)
    .where(among(storedObjects.key, keys))
    .orderBy(storedObjects.key)
    .for('update');
  const named = await findNamed(tx, keys);
  const free = keys.filter((key) => !named.has(key));
  if (free.length === 0) return 0;
  const isFree = and(among(storedObjects.key, free), isNull(storedObjects.trashedAt));
  const done = await tx.update(storedObjects).set({ trashedAt: now }).where(isFree);
  return done.rowCount ?? 0;
}

/** Result of comparing the store with the tables. */
export interface StoreCheck {
  /** Recorded but not in the store: pages and players show the fallback. */
  missing: Examples;
  /** In the store with another size than recorded. */
  different: Examples;
  /** Referred to, or kept by age, but not recorded: recorded now. */
  booked: number;
  /** Neither recorded nor referred to: moved into the trash, chunks deleted. */
  removed: number;
}

/**
 * Compares the tables with a listing of the store. Removes what a killed process left between storing and saving, once
 * older than the grace period: chunks at once, other files through the trash. Memory does not grow with the number of
 * files. Safe to repeat; run by cron (STO-02).
 */
export async function checkStore(deps: { db: Database; storage: Storage; now: Date }): Promise<StoreCheck> {
  const { db, storage } = deps;
  const check: StoreCheck = { missing: noExamples(), different: noExamples(), booked: 0, removed: 0 };
  // Only our own folders: the bucket may be shared.
  for (const folder of [...buckets.map((bucket) => `${bucket}/`), chunkFolder])
    for await (const part of gathered(storage.list(folder))) await checkPart(deps, part, check);
  for await (const booked of listInBatches(db, isNull(storedObjects.trashedAt))) {
    const found = await Promise.all(booked.map(({ key }) => storage.stat(key)));
    addTo(check.missing, keysOf(booked.filter((_, at) => found[at] === null)));
  }
  return check;
}

interface StoredFile {
  key: string;
  size: number;
  modifiedAt: Date;
}

/** Compares one part of the store with the tables; adds to `check`. */
async function checkPart(
  { db, storage, now }: { db: Database; storage: Storage; now: Date },
  files: StoredFile[],
  check: StoreCheck,
): Promise<void> {
  const rows = await db
    .select({ key: storedObjects.key, size: storedObjects.size, trashedAt: storedObjects.trashedAt })
    .from(storedObjects)
    .where(among(storedObjects.key, keysOf(files)));
  const recorded = new Map(rows.map((row) => [row.key, row]));
  const isOtherwise = ({ key, size }: StoredFile) => {
    const record = recorded.get(key);
    return record !== undefined && !record.trashedAt && record.size !== size;
  };
  addTo(check.different, keysOf(files.filter(isOtherwise)));
  const before = now.getTime() - graceHours * 3_600_000;
  const left = files.filter(
    ({ key, modifiedAt }) => !recorded.has(key) && modifiedAt.getTime() < before && !isPlaceholder(key),
  );
  const named = await findNamed(db, keysOf(left));
  const stays = (key: string) => named.has(key) || isAged(key);
  const unnamed = left.filter(({ key }) => !stays(key));
  const chunks = unnamed.filter(isChunk);
  await storage.delete(keysOf(chunks));
  check.removed += unnamed.length;
  for (const file of left.filter((one) => !isChunk(one))) {
    await record(db, file, stays(file.key) ? null : now);
    if (stays(file.key)) check.booked++;
  }
}

const keysOf = (files: { key: string }[]): string[] => files.map(({ key }) => key);
const isChunk = ({ key }: StoredFile): boolean => key.startsWith(chunkFolder);

/** Records an unrecorded file, in the trash or outside it, unless it is referred to meanwhile. */
async function record(
  db: Database,
  { key, size, modifiedAt }: StoredFile,
  trashedAt: Date | null,
): Promise<void> {
  const [bucket = ''] = key.split('/', 1);
  await db
    .insert(storedObjects)
    .values({ key, bucket, size, mime: mimeOfKey(key), createdAt: modifiedAt, trashedAt })
    .onConflictDoNothing();
}
