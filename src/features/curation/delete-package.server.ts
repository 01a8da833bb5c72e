import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { packages, tracks } from '#db/schema/catalog.ts';
import { storedObjects } from '#db/schema/media.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import { findNamed } from '#features/media/usage/queries.server.ts';
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
    await recordChange(tx, admin, {
      action: 'package.delete',
      entity: 'package',
      entityId: id,
      before: gone,
    });
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
    await recordChange(tx, admin, {
      action: 'package.restore',
      entity: 'package',
      entityId: id,
      after: back,
    });
    return true;
  });
  if (!done) return { ok: false, reason: 'no-package' };
  await bus.publish('catalog', id);
  return { ok: true };
}

/**
 * Purges packages deleted more than 30 days ago; unreferenced files go to the trash. Safe to repeat; run by cron.
 * @returns how many packages
 */
export async function purgePackages({ db }: Pick<CurationDeps, 'db'>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - undoDays * 86_400_000);
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: packages.id, coverKey: packages.coverKey })
      .from(packages)
      .where(lt(packages.deletedAt, before))
      .for('update');
    if (due.length === 0) return 0;
    const ids = due.map(({ id }) => id);
    const sounds = await tx
      .selectDistinct({ key: tracks.storageKey, preview: tracks.previewKey })
      .from(tracks)
      .where(inArray(tracks.packageId, ids));
    await tx.delete(packages).where(inArray(packages.id, ids));
    const keys = [
      ...sounds.flatMap(({ key, preview }) => [key, preview]),
      ...due.map(({ coverKey }) => coverKey),
    ];
    await trashUnnamed(
      tx,
      keys.filter((key) => key !== null),
      now,
    );
    return due.length;
  });
}

/** Moves unreferenced files into the trash. Locks their rows first, so that a concurrent reference is seen. */
export async function trashUnnamed(tx: Executor, keys: string[], now: Date): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .select({ key: storedObjects.key })
    .from(storedObjects)
    .where(inArray(storedObjects.key, keys))
    .orderBy(storedObjects.key)
    .for('update');
  const named = await findNamed(tx, keys);
  const free = keys.filter((key) => !named.has(key));
  if (free.length === 0) return;
  await tx.update(storedObjects).set({ trashedAt: now }).where(inArray(storedObjects.key, free));
}
