import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { packages, tracks } from '#db/schema/catalog.ts';
import { importFiles, imports, removedDriveFiles } from '#db/schema/ingestion.ts';
import { readWork } from '#features/catalog/work-codes.ts';
import type { Work } from '#features/catalog/work-definition.ts';
import { type SoundFacts, unmeasured } from '#features/media/audio/model.ts';
import { soundName } from '#features/media/audio/sound-name.ts';
import { bookSound, type PlacedSound } from '#features/media/audio/upload-audio.server.ts';
import type { PlacedPreview } from '#features/media/preview/make-preview.server.ts';
import { soundTypes } from '#features/media/sound-type.ts';
import { trashUnnamed } from '#features/media/usage/clean-storage.server.ts';
import { newId } from '#platform/ids.ts';
import { FileError } from './imports.ts';
import { nameAfter, trackName } from './plan.ts';

/** Locks a package until the transaction ends; false when it is deleted. */
export async function lockPackage(tx: Executor, packageId: string): Promise<boolean> {
  const isPresent = and(eq(packages.id, packageId), isNull(packages.deletedAt));
  return (await tx.select({ id: packages.id }).from(packages).where(isPresent).for('update')).length > 0;
}

export interface ArrivedSound {
  sound: PlacedSound;
  /** Drive's MD5 of the fetched bytes. */
  md5: string;
  facts: SoundFacts | null;
  preview: PlacedPreview | null;
}

type ImportFile = typeof importFiles.$inferSelect;

/**
 * Makes a track of a fetched file, or gives an existing track its new bytes: the track of the same Drive file, else
 * the planned one, else one with equal bytes and no file in Drive. So favourites and links survive (A-59, FAV-12).
 * Safe to repeat; skips a file that was cancelled, or whose track was removed by hand. @returns whether it was done
 * @throws FileError when the package is deleted
 */
export async function bookTrack(
  db: Database,
  file: ImportFile,
  arrived: ArrivedSound,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockPackage(tx, file.packageId))) throw new FileError('no-package');
    const [mine] = await tx.select().from(importFiles).where(eq(importFiles.id, file.id)).for('update');
    if (mine?.status !== 'running') return false;
    const { sound, preview } = arrived;
    const name = trackName(file, sound.type);
    await bookSound(tx, { key: sound.key, size: sound.size, mime: soundTypes[sound.type], name });
    if (preview) await bookSound(tx, { ...preview, mime: soundTypes.mp3, name: null });
    const known = await findTrack(tx, mine, sound.contentHash);
    if (known?.driveFileId !== file.driveFileId && (await wasRemoved(tx, file))) {
      const keys = [sound.key, ...(preview ? [preview.key] : [])];
      await trashUnnamed(tx, keys, now);
      await tx
        .update(importFiles)
        .set({ status: 'removed', reason: null, updatedAt: now })
        .where(eq(importFiles.id, file.id));
      return false;
    }
    const values = columnsOf(file, arrived, now);
    const trackId = known?.id ?? newId();
    if (known) {
      // The extension must match the bytes; the rest of the name may be an administrator's.
      await tx
        .update(tracks)
        .set({ ...values, ...ownWork(known, values), name: soundName(nameAfter(file, known), sound.type) })
        .where(eq(tracks.id, known.id));
      const old = [known.storageKey, known.previewKey].filter((key) => key !== null);
      await trashUnnamed(tx, old, now);
    } else {
      const { packageId, orderIndex } = file;
      await tx.insert(tracks).values({ id: trackId, packageId, name, orderIndex, ...values });
    }
    await tx
      .update(importFiles)
      .set({ status: 'done', trackId, receivedBytes: sound.size, reason: null, updatedAt: now })
      .where(eq(importFiles.id, file.id));
    await tx.update(imports).set({ updatedAt: now }).where(eq(imports.id, file.importId));
    return true;
  });
}

/** Whether its track was removed while its new bytes were in transfer. */
async function wasRemoved(tx: Executor, { packageId, driveFileId }: ImportFile): Promise<boolean> {
  const { packageId: pack, driveFileId: id } = removedDriveFiles;
  const rows = await tx
    .select({ id })
    .from(removedDriveFiles)
    .where(and(eq(pack, packageId), eq(id, driveFileId)));
  return rows.length > 0;
}

async function findTrack(tx: Executor, file: ImportFile, contentHash: string) {
  const here = eq(tracks.packageId, file.packageId);
  const [same] = await tx
    .select()
    .from(tracks)
    .where(and(here, eq(tracks.driveFileId, file.driveFileId)));
  if (same) return same;
  if (file.trackId) {
    const [planned] = await tx
      .select()
      .from(tracks)
      .where(and(here, eq(tracks.id, file.trackId)));
    if (planned) return planned;
  }
  const isFree = or(isNull(tracks.driveFileId), isNotNull(tracks.missingSince));
  const [alike] = await tx
    .select()
    .from(tracks)
    .where(and(here, eq(tracks.contentHash, contentHash), isFree))
    .orderBy(tracks.orderIndex, tracks.id)
    .limit(1);
  return alike ?? null;
}

/** What an administrator may have written stays. */
const ownWork = (known: Work, told: Work): Work => ({
  authors: known.authors ?? told.authors,
  publisher: known.publisher ?? told.publisher,
  isrc: known.isrc ?? told.isrc,
  iswc: known.iswc ?? told.iswc,
});

const columnsOf = (file: ImportFile, { sound, preview, facts, md5 }: ArrivedSound, now: Date) => ({
  size: sound.size,
  contentHash: sound.contentHash,
  crc32: sound.crc32,
  storageKey: sound.key,
  driveFileId: file.driveFileId,
  driveMd5: md5,
  driveName: file.name,
  driveResourceKey: file.resourceKey,
  previewKey: preview?.key ?? null,
  previewSize: preview?.size ?? null,
  verifiedAt: now,
  missingSince: null,
  ...(facts ?? unmeasured),
  ...readWork(facts ?? unmeasured),
  mime: soundTypes[sound.type],
  peaks: facts?.peaks ? Buffer.from(facts.peaks) : null,
  timbre: facts?.timbre ? Buffer.from(facts.timbre) : null,
});
