import { eq, sql } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import type { Executor } from '#db/open.server.ts';
import { tracks } from '#db/schema/catalog.ts';
import { type FileStatus, importFiles, removedDriveFiles } from '#db/schema/ingestion.ts';
import { inParts } from '#platform/elements.ts';
import { newId } from '#platform/ids.ts';
import { lockPackage } from './book-track.server.ts';
import type { ScannedFile } from './imports.ts';
import { type KnownTrack, type PackagePlan, planPackage } from './plan.ts';

/**
 * Plans and saves a package's part of an import: unchanged tracks are updated and renamed, vanished ones marked, and
 * files to fetch become pending. Safe to repeat. @param asked.isPart the files are only some of the folder's, so that
 * absent ones are not missing @returns the plan, or null when the package is deleted
 */
export async function planFiles(
  db: Executor,
  asked: { importId: string; packageId: string; files: readonly ScannedFile[]; isPart?: boolean },
  now: Date,
): Promise<PackagePlan | null> {
  const { packageId, files, isPart = false } = asked;
  return db.transaction(async (tx) => {
    if (!(await lockPackage(tx, packageId))) return null;
    const removed = await listRemoved(tx, packageId);
    const plan = planPackage(files, await listKnownTracks(tx, packageId), { removed, isPart });
    await keepTracks(tx, plan.keep);
    const gone = plan.missing.map(({ id }) => id);
    await tx.update(tracks).set({ missingSince: now }).where(among(tracks.id, gone));
    await noteFiles(tx, asked, plan, now);
    return plan;
  });
}

/** Updates tracks by one statement. A name given meanwhile stays. */
async function keepTracks(tx: Executor, kept: PackagePlan['keep']): Promise<void> {
  const texts = (of: (one: PackagePlan['keep'][0]) => string | null) =>
    sql`${sql.param(kept.map(of))}::text[]`;
  await tx.execute(sql`
    update tracks set
      name = case when tracks.name = told.known then told.name else tracks.name end,
      drive_file_id = told.file, drive_md5 = told.md5, drive_name = told.drive_name,
      drive_resource_key = told.resource_key, missing_since = null
    from unnest(${texts(({ track }) => track.id)}, ${texts(({ track }) => track.name)},
        ${texts(({ name }) => name)}, ${texts(({ file }) => file.id)}, ${texts(({ file }) => file.md5)},
        ${texts(({ file }) => file.name)}, ${texts(({ file }) => file.resourceKey)})
      as told(id, known, name, file, md5, drive_name, resource_key)
    where tracks.id = told.id
      and (tracks.name, drive_file_id, drive_md5, tracks.drive_name, drive_resource_key, missing_since)
        is distinct from (told.name, told.file, told.md5, told.drive_name, told.resource_key, null::timestamptz)`);
}

async function noteFiles(
  tx: Executor,
  { importId, packageId }: { importId: string; packageId: string },
  plan: PackagePlan,
  now: Date,
): Promise<void> {
  const row = (file: ScannedFile, orderIndex: number, status: FileStatus, trackId: string | null = null) => ({
    id: newId(),
    importId,
    packageId,
    driveFileId: file.id,
    resourceKey: file.resourceKey,
    name: file.name,
    orderIndex,
    size: file.size,
    md5: file.md5,
    mime: file.mimeType.slice(0, 200),
    status,
    trackId,
    updatedAt: now,
  });
  const rows = [
    ...plan.fetch.map(({ file, orderIndex, trackId }) => row(file, orderIndex, 'pending', trackId)),
    ...plan.keep.map(({ file, track }, place) => row(file, place, 'unchanged', track.id)),
    ...plan.removed.map((file, place) => row(file, place, 'removed')),
    ...plan.missing.map((track) => row(asFile(track), track.orderIndex, 'missing', track.id)),
  ];
  for (const part of inParts(rows)) await tx.insert(importFiles).values(part).onConflictDoNothing();
}

/** A vanished file, reconstructed from its track. */
const asFile = ({ name, mime, size, driveFileId, driveMd5 }: KnownTrack): ScannedFile => ({
  // biome-ignore lint/style/noNonNullAssertion: only tracks from Drive can be missing there
  id: driveFileId!,
  name,
  mimeType: mime,
  size,
  md5: driveMd5,
  resourceKey: null,
  folderId: '',
});

async function listRemoved(tx: Executor, packageId: string): Promise<Set<string>> {
  const rows = await tx
    .select({ id: removedDriveFiles.driveFileId })
    .from(removedDriveFiles)
    .where(eq(removedDriveFiles.packageId, packageId));
  return new Set(rows.map(({ id }) => id));
}

async function listKnownTracks(tx: Executor, packageId: string): Promise<KnownTrack[]> {
  const rows = await tx.select().from(tracks).where(eq(tracks.packageId, packageId));
  return rows.map((track) => ({
    ...track,
    isStored: track.storageKey !== null,
    isMissing: track.missingSince !== null,
  }));
}
