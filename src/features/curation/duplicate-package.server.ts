import { and, asc, eq, getTableColumns, gt, isNotNull, sql } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { packages, tracks } from '#db/schema/catalog.ts';
import { storedObjects } from '#db/schema/media.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import { packageFields } from '#features/catalog/package-definition.ts';
import { pick } from '#platform/definition.ts';
import { elementAt } from '#platform/elements.ts';
import { newId } from '#platform/ids.ts';
import { cutText } from '#platform/letters.ts';
import { drawPackageCover } from './covers/make-cover.server.ts';
import type { CurationRefusal } from './model.ts';
import { type CurationDeps, there } from './save-package.server.ts';

/** What a copied track does not have: it was fetched from no folder. */
const {
  id: _id,
  packageId: _packageId,
  driveFileId: _driveFileId,
  driveMd5: _driveMd5,
  driveName: _driveName,
  driveResourceKey: _driveResourceKey,
  missingSince: _missingSince,
  catalogueKey: _catalogueKey,
  createdAt: _createdAt,
  ...copiedColumns
} = getTableColumns(tracks);

/** Tracks copied per statement. */
const tracksAtOnce = 500;

/** A title's most letters, less those of the suffix. */
const longestTitle = 190;

/**
 * Copies a package, inactive and right behind the original (A-140). Its tracks name the same stored files, which stay as
 * long as one track names them; the Drive folder stays with the original. Not safe to repeat: each call makes one.
 */
export async function duplicatePackage(
  deps: CurationDeps,
  admin: Admin,
  id: string,
): Promise<{ ok: true; id: string } | { ok: false; reason: CurationRefusal }> {
  const copyId = newId();
  const done = await deps.db.transaction(async (tx) => {
    const [pack] = await tx.select().from(packages).where(there(id)).for('update');
    if (!pack || pack.isDraft) return false;
    const title = `${cutText(pack.title, longestTitle)} (cópia)`;
    const cover = { coverKey: pack.coverGenerated ? null : pack.coverKey };
    const values = { ...pick(packageFields, pack), title, ...cover, googleDriveUrl: null, isActive: false };
    const { coverGenerated, place } = pack;
    // Behind the original, and ahead of whatever follows it by id.
    await tx.insert(packages).values({ id: copyId, ...values, coverGenerated, place: `${place}0${copyId}` });
    // A file that has just lost its last other track is taken out of the trash again.
    await tx
      .update(storedObjects)
      .set({ trashedAt: null })
      .where(sql`${storedObjects.key} in (
      select key from ${tracks}, unnest(array[${tracks.storageKey}, ${tracks.previewKey}]) key
        where ${tracks.packageId} = ${id} and key is not null
      union all select ${cover.coverKey}::text where ${cover.coverKey}::text is not null)`);
    await copyTracks(tx, id, copyId);
    await recordChange(tx, admin, 'package.duplicate', copyId, { after: { packageId: id, ...values } });
    return true;
  });
  if (!done) return { ok: false, reason: 'no-package' };
  await deps.bus.publish('catalog', copyId);
  await drawPackageCover(deps, copyId, { onlyMissing: true });
  return { ok: true, id: copyId };
}

async function copyTracks(tx: Executor, fromId: string, toId: string): Promise<void> {
  const names = Object.values(copiedColumns).map(({ name }) => sql.identifier(name));
  const columns = sql.join(names, sql`, `);
  for (let last = ''; ; ) {
    const part = await tx
      .select({ id: tracks.id })
      .from(tracks)
      .where(and(eq(tracks.packageId, fromId), isNotNull(tracks.storageKey), gt(tracks.id, last)))
      .orderBy(asc(tracks.id))
      .limit(tracksAtOnce);
    const ids = part.map(({ id }) => id);
    await tx.execute(sql`insert into tracks (id, package_id, ${columns})
      select pair.copy, ${toId}, ${sql.join(
        names.map((name) => sql`original.${name}`),
        sql`, `,
      )}
      from unnest(${sql.param(ids)}::text[], ${sql.param(ids.map(() => newId()))}::text[]) as pair(id, copy)
      join tracks original on original.id = pair.id`);
    if (ids.length < tracksAtOnce) return;
    last = elementAt(ids, -1);
  }
}
