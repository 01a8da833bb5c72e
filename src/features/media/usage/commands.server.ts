import { and, asc, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { storedObjects } from '#db/schema/media.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/commands.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { trashDays } from './model.ts';
import { listOrphans } from './queries.server.ts';

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
      await storage.delete(gone.map(({ key }) => key));
    } catch (error) {
      await db.insert(storedObjects).values(gone).onConflictDoNothing();
      throw error;
    }
    deleted += gone.length;
  }
}

/** What a look at the store itself has found to differ from our books. */
export interface BookCheck {
  /** Booked, but not there: their pages and players show the fallback. */
  missing: string[];
  /** There, but not booked: left by a process that died between storing and saving. */
  unbooked: string[];
  /** There with another size than booked. */
  different: string[];
}

/** Compares our books with what is in the store, by listing it; changes nothing. Run by the clock (STO-02). */
export async function checkBooks(db: Database, storage: Storage): Promise<BookCheck> {
  const rows = await db
    .select({ key: storedObjects.key, size: storedObjects.size })
    .from(storedObjects)
    .where(isNull(storedObjects.trashedAt));
  const booked = new Map(rows.map(({ key, size }) => [key, size]));
  const check: BookCheck = { missing: [], unbooked: [], different: [] };
  for await (const { key, size } of storage.list('')) {
    // Chunks on their way are kept by their upload.
    if (key.startsWith('uploads/')) continue;
    const expected = booked.get(key);
    if (expected === undefined) check.unbooked.push(key);
    else if (expected !== size) check.different.push(key);
    booked.delete(key);
  }
  check.missing = [...booked.keys()];
  return check;
}
