import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { packages } from '#db/schema/catalog.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import { trashUnnamed } from '#features/media/usage/clean-storage.server.ts';
import { elementAt } from '#platform/elements.ts';
import { type CurationOutcome, undoDays } from './model.ts';
import { type CurationDeps, there } from './save-package.server.ts';

/**
 * Deletes a package for everyone; it can be restored for 30 days. Safe to repeat: the second call finds none.
 */
export async function deletePackage(
  { db, bus }: Pick<CurationDeps, 'db' | 'bus'>,
  admin: Admin,
  id: string,
  now: Date,
): Promise<CurationOutcome> {
  const done = await db.transaction(async (tx) => {
    const [gone] = await tx
      .update(packages)
      .set({ deletedAt: now, updatedAt: sql`now()` })
      .where(there(id))
      .returning({ title: packages.title, isActive: packages.isActive });
    if (!gone) return false;
    await recordChange(tx, admin, 'package.delete', id, { before: gone });
    return true;
  });
  if (!done) return { ok: false, reason: 'no-package' };
  await bus.publish('catalog', id);
  return { ok: true };
}

/** Restores a deleted package unchanged. Safe to repeat. */
export async function restorePackage(
  { db, bus }: Pick<CurationDeps, 'db' | 'bus'>,
  admin: Admin,
  id: string,
): Promise<CurationOutcome> {
  const done = await db.transaction(async (tx) => {
    const [back] = await tx
      .update(packages)
      .set({ deletedAt: null, updatedAt: sql`now()` })
      .where(and(eq(packages.id, id), isNotNull(packages.deletedAt)))
      .returning({ title: packages.title });
    if (!back) return false;
    await recordChange(tx, admin, 'package.restore', id, { after: back });
    return true;
  });
  if (!done) return { ok: false, reason: 'no-package' };
  await bus.publish('catalog', id);
  return { ok: true };
}

/** Packages purged per transaction, and files looked up per statement. */
const packagesAtOnce = 100;
const filesAtOnce = 1000;

/**
 * Purges packages deleted more than 30 days ago, in batches; unreferenced files go to the trash. Safe to repeat; run by
 * cron. @returns how many packages
 */
export async function purgePackages(
  { db }: Pick<CurationDeps, 'db'>,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  for (let purged = 0; ; ) {
    signal?.throwIfAborted();
    const batch = await db.transaction((tx) => purgeBatch(tx, now));
    purged += batch;
    if (batch < packagesAtOnce) return purged;
  }
}

async function purgeBatch(tx: Executor, now: Date): Promise<number> {
  const before = new Date(now.getTime() - undoDays * 86_400_000);
  const due = await tx
    .select({ id: packages.id })
    .from(packages)
    .where(lt(packages.deletedAt, before))
    .orderBy(packages.id)
    .limit(packagesAtOnce)
    .for('update');
  const ids = sql.param(due.map(({ id }) => id));
  // The files' keys stay in the database: a package may have any number of tracks.
  await tx.execute(sql`create temporary table left_files (key text primary key) on commit drop`);
  await tx.execute(sql`insert into left_files
    select key from tracks, unnest(array[storage_key, preview_key]) key
      where package_id = any(${ids}) and key is not null
    union select cover_key from packages where id = any(${ids}) and cover_key is not null`);
  await tx.delete(packages).where(sql`${packages.id} = any(${ids})`);
  for (let after = ''; ; ) {
    const { rows } = await tx.execute<{ key: string }>(
      sql`select key from left_files where key > ${after} order by key limit ${filesAtOnce}`,
    );
    const keys = rows.map(({ key }) => key);
    await trashUnnamed(tx, keys, now);
    if (keys.length < filesAtOnce) return due.length;
    after = elementAt(keys, -1);
  }
}
