import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { tracks } from '#db/schema/catalog.ts';
import { importFiles, removedDriveFiles } from '#db/schema/ingestion.ts';
import { newId } from '#platform/ids.ts';
import type { ScannedFile } from '../model.ts';
import { type KnownTrack, type PackagePlan, planPackage } from '../plan.ts';
import { lockPackage } from '../tracks/commands.server.ts';

/** Rows that one statement takes: of at most 65,535 values. */
const atOnce = 1000;

/**
 * Plans what a package's part of an import has to do and notes it: tracks that are as they were are told of again and
 * renamed, vanished ones marked, and what is to be fetched becomes a pending file. Safe to repeat.
 * @param asked.isPart the files are some of the folder's, so that nothing is missing
 * @returns the plan, or null when the package is gone
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
    for (const kept of plan.keep) await keepTrack(tx, kept);
    const gone = plan.missing.map(({ id }) => id);
    for (let at = 0; at < gone.length; at += atOnce)
      await tx
        .update(tracks)
        .set({ missingSince: now })
        .where(inArray(tracks.id, gone.slice(at, at + atOnce)));
    await noteFiles(tx, asked, plan, now);
    return plan;
  });
}

/** What Drive says of a track now. A name that was given meanwhile stays. */
async function keepTrack(tx: Executor, { file, track, name }: PackagePlan['keep'][0]): Promise<void> {
  const facts = [file.id, file.md5, file.name, file.resourceKey] as const;
  const [driveFileId, driveMd5, driveName, driveResourceKey] = facts;
  const renamed = sql`case when ${tracks.name} = ${track.name} then ${name} else ${tracks.name} end`;
  const isOther = sql`(${tracks.name}, ${tracks.driveFileId}, ${tracks.driveMd5}, ${tracks.driveName},
    ${tracks.driveResourceKey}, ${tracks.missingSince}) is distinct from
    (${name}, ${driveFileId}, ${driveMd5}, ${driveName}, ${driveResourceKey}, null::timestamptz)`;
  await tx
    .update(tracks)
    .set({ name: renamed, driveFileId, driveMd5, driveName, driveResourceKey, missingSince: null })
    .where(and(eq(tracks.id, track.id), isOther));
}

/** A row for each file, with what becomes of it. */
async function noteFiles(
  tx: Executor,
  { importId, packageId }: { importId: string; packageId: string },
  plan: PackagePlan,
  now: Date,
): Promise<void> {
  const row = (file: ScannedFile, orderIndex: number, status: string, trackId: string | null = null) => ({
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
  for (let at = 0; at < rows.length; at += atOnce)
    await tx
      .insert(importFiles)
      .values(rows.slice(at, at + atOnce))
      .onConflictDoNothing();
}

/** A vanished file, as far as its track still knows it. */
const asFile = ({ name, mime, size, driveFileId, driveMd5 }: KnownTrack): ScannedFile => ({
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
