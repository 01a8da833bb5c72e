import { and, asc, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { storedObjects } from '#db/schema/media.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import { isKey } from '#platform/storage/refusals.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { mimeOfKey } from '../moving/model.ts';
import { buckets, chunkFolder, graceHours, isPlaceholder, pictureBuckets, trashDays } from './model.ts';
import { findNamed, listInParts, listOrphans, listUnnamed, partLength } from './queries.server.ts';

/**
 * Moves every orphan into the trash and tells how many: looked for and moved in one transaction, so that it is all
 * or nothing. The bytes stay for seven days. Safe to repeat: the second time finds none.
 */
export async function trashOrphans(db: Database, admin: Admin, now: Date): Promise<{ removed: number }> {
  return db.transaction(
    async (tx) => {
      const orphans = await listOrphans(tx, now);
      const keys = orphans.map(({ key }) => key);
      if (keys.length === 0) return { removed: 0 };
      await tx.update(storedObjects).set({ trashedAt: now }).where(inArray(storedObjects.key, keys));
      await recordChange(tx, admin, { action: 'storage.trash', entity: 'storage', before: { keys } });
      return { removed: keys.length };
    },
    { isolationLevel: 'repeatable read' },
  );
}

/** Takes files back out of the trash; those that are not in it any more are left out of the count. Safe to repeat. */
export async function restoreObjects(
  db: Database,
  admin: Admin,
  keys: string[],
): Promise<{ restored: number }> {
  return db.transaction(async (tx) => {
    const restored = await tx
      .update(storedObjects)
      .set({ trashedAt: null })
      .where(and(inArray(storedObjects.key, keys), isNotNull(storedObjects.trashedAt)))
      .returning({ key: storedObjects.key });
    if (restored.length > 0) {
      await recordChange(tx, admin, {
        action: 'storage.restore',
        entity: 'storage',
        after: { keys: restored.map(({ key }) => key) },
      });
    }
    return { restored: restored.length };
  });
}

/** Files that leave the trash together. */
const atOnce = 100;

/**
 * Deletes for good what has lain in the trash for seven days. A few at a time, each time what is in the trash at that
 * moment: what is taken out meanwhile stays. Out of the books first, so that nobody can take up what is about to go;
 * when the store fails it is booked again. Safe to repeat; run by the clock.
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
      // What is no key of ours lies in no store.
      await storage.delete(gone.map(({ key }) => key).filter(isKey));
    } catch (error) {
      await db.insert(storedObjects).values(gone).onConflictDoNothing();
      throw error;
    }
    deleted += gone.length;
  }
}

/**
 * Moves sounds and recordings that nothing names into the trash, where a process died between storing and naming them.
 * Pictures are left to the administrator, who sees them on the storage page. Safe to repeat; run by the clock.
 * @returns how many
 */
export async function trashUnnamedSounds(db: Database, now: Date): Promise<number> {
  let trashed = 0;
  const sounds = buckets.filter((bucket) => !pictureBuckets.includes(bucket));
  for await (const unnamed of listUnnamed(db, sounds, now)) {
    for (const { key } of unnamed) {
      // Once more and together with the change: a track may have taken it up.
      trashed += await db.transaction(async (tx) => {
        const mine = and(eq(storedObjects.key, key), isNull(storedObjects.trashedAt));
        const [row] = await tx.select().from(storedObjects).where(mine).for('update');
        if (!row || (await findNamed(tx, [key])).size > 0) return 0;
        await tx.update(storedObjects).set({ trashedAt: now }).where(mine);
        return 1;
      });
    }
  }
  return trashed;
}

/** What a look at the store itself has found and done. */
export interface StoreCheck {
  /** Booked, but not there: their pages and players show the fallback. */
  missing: string[];
  /** There with another size than booked. */
  different: string[];
  /** Were in no book although something names them: booked. */
  booked: number;
  /** Were in no book and named by nothing: moved into the trash, chunks deleted. */
  removed: number;
}

/**
 * Compares our books with what is in the store, by listing it. What a process left that was killed between storing and
 * saving, and is older than the grace period, goes: chunks at once, the rest by way of the trash. Memory does not grow
 * with the number of files. Safe to repeat; run by the clock (STO-02).
 */
export async function checkStore(deps: { db: Database; storage: Storage; now: Date }): Promise<StoreCheck> {
  const { db, storage } = deps;
  const check: StoreCheck = { missing: [], different: [], booked: 0, removed: 0 };
  // Only below our own folders: the rest of a bucket is somebody else's.
  for (const folder of [...buckets.map((bucket) => `${bucket}/`), chunkFolder]) {
    let part: StoredFile[] = [];
    for await (const file of storage.list(folder)) {
      if (part.push(file) < partLength) continue;
      await checkPart(deps, part, check);
      part = [];
    }
    await checkPart(deps, part, check);
  }
  for await (const booked of listInParts(db, isNull(storedObjects.trashedAt))) {
    const found = await Promise.all(booked.map(({ key }) => storage.stat(key)));
    check.missing.push(...booked.filter((_, at) => found[at] === null).map(({ key }) => key));
  }
  return check;
}

interface StoredFile {
  key: string;
  size: number;
  modifiedAt: Date;
}

/** Files of one part of the store against the books; adds to `check`. */
async function checkPart(
  { db, storage, now }: { db: Database; storage: Storage; now: Date },
  files: StoredFile[],
  check: StoreCheck,
): Promise<void> {
  const rows = await db
    .select({ key: storedObjects.key, size: storedObjects.size, trashedAt: storedObjects.trashedAt })
    .from(storedObjects)
    .where(inArray(storedObjects.key, keysOf(files)));
  const books = new Map(rows.map((row) => [row.key, row]));
  const isOtherwise = ({ key, size }: StoredFile) => {
    const book = books.get(key);
    return book !== undefined && !book.trashedAt && book.size !== size;
  };
  check.different.push(...keysOf(files.filter(isOtherwise)));
  const before = now.getTime() - graceHours * 3_600_000;
  const left = files.filter(
    ({ key, modifiedAt }) => !books.has(key) && modifiedAt.getTime() < before && !isPlaceholder(key),
  );
  const named = await findNamed(db, keysOf(left));
  const unnamed = left.filter(({ key }) => !named.has(key));
  const chunks = unnamed.filter(isChunk);
  await storage.delete(keysOf(chunks));
  check.removed += unnamed.length;
  for (const file of left.filter((one) => !isChunk(one))) {
    await book(db, file, named.has(file.key) ? null : now);
    if (named.has(file.key)) check.booked++;
  }
}

const keysOf = (files: StoredFile[]): string[] => files.map(({ key }) => key);
const isChunk = ({ key }: StoredFile): boolean => key.startsWith(chunkFolder);

/** Books a file that no book knows, in the trash or out of it, unless somebody has taken it up meanwhile. */
async function book(
  db: Database,
  { key, size, modifiedAt }: StoredFile,
  trashedAt: Date | null,
): Promise<void> {
  const [bucket] = key.split('/', 1);
  await db
    .insert(storedObjects)
    .values({ key, bucket: bucket!, size, mime: mimeOfKey(key), createdAt: modifiedAt, trashedAt })
    .onConflictDoNothing();
}
