import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { packages, tracks } from '#db/schema/catalog.ts';
import { importFiles, imports } from '#db/schema/ingestion.ts';
import { storedObjects } from '#db/schema/media.ts';
import { trashUnnamed } from '#features/curation/bin/commands.server.ts';
import type { PlacedSound } from '#features/media/audio/commands.server.ts';
import type { SoundFacts } from '#features/media/audio/model.ts';
import { soundName } from '#features/media/audio/sound-name.ts';
import type { PlacedPreview } from '#features/media/preview/gateway.server.ts';
import { soundTypes } from '#features/media/sound-type.ts';
import { newId } from '#platform/ids.ts';
import { FileError, type ScannedFile } from '../model.ts';
import { type KnownTrack, type PackagePlan, planPackage } from '../plan.ts';

/** Rows that one statement takes. */
const atOnce = 500;

/**
 * Plans what a package's part of an import has to do and notes it: tracks that are as they were are told of again and
 * renamed, vanished ones marked, and what is to be fetched becomes a pending file. Safe to repeat.
 * @returns the plan, or null when the package is gone
 */
export async function planFiles(
  db: Database,
  asked: { importId: string; packageId: string; files: readonly ScannedFile[] },
  now: Date,
): Promise<PackagePlan | null> {
  const { importId, packageId, files } = asked;
  return db.transaction(async (tx) => {
    if (!(await lockPackage(tx, packageId))) return null;
    const plan = planPackage(files, await listKnownTracks(tx, packageId));
    for (const { file, trackId, name } of plan.keep) {
      const facts = { name, driveFileId: file.id, driveMd5: file.md5, missingSince: null };
      const isOther = or(
        sql`(${tracks.name}, ${tracks.driveFileId}, ${tracks.driveMd5}) is distinct from
          (${name}, ${file.id}, ${file.md5})`,
        isNotNull(tracks.missingSince),
      );
      await tx
        .update(tracks)
        .set(facts)
        .where(and(eq(tracks.id, trackId), isOther));
    }
    for (let at = 0; at < plan.missing.length; at += atOnce) {
      const gone = inArray(tracks.id, plan.missing.slice(at, at + atOnce));
      await tx.update(tracks).set({ missingSince: now }).where(gone);
    }
    const row = (file: ScannedFile, orderIndex: number) => ({
      id: newId(),
      importId,
      packageId,
      driveFileId: file.id,
      resourceKey: file.resourceKey,
      name: file.name.slice(0, 1000),
      orderIndex,
      size: file.size,
      md5: file.md5,
      mime: file.mimeType.slice(0, 200),
      updatedAt: now,
    });
    const rows = [
      ...plan.fetch.map(({ file, orderIndex }) => ({ ...row(file, orderIndex), status: 'pending' })),
      ...plan.keep.map(({ file, trackId }, place) => ({ ...row(file, place), trackId, status: 'unchanged' })),
    ];
    for (let at = 0; at < rows.length; at += atOnce)
      await tx
        .insert(importFiles)
        .values(rows.slice(at, at + atOnce))
        .onConflictDoNothing();
    return plan;
  });
}

async function lockPackage(tx: Executor, packageId: string): Promise<boolean> {
  const there = and(eq(packages.id, packageId), isNull(packages.deletedAt));
  return (await tx.select({ id: packages.id }).from(packages).where(there).for('update')).length > 0;
}

async function listKnownTracks(tx: Executor, packageId: string): Promise<KnownTrack[]> {
  const rows = await tx.select().from(tracks).where(eq(tracks.packageId, packageId));
  const names = await tx
    .selectDistinctOn([importFiles.driveFileId], { id: importFiles.driveFileId, name: importFiles.name })
    .from(importFiles)
    .where(and(eq(importFiles.packageId, packageId), inArray(importFiles.status, ['done', 'unchanged'])))
    .orderBy(importFiles.driveFileId, sql`${importFiles.updatedAt} desc`);
  const driveNames = new Map(names.map(({ id, name }) => [id, name]));
  return rows.map((track) => ({
    ...track,
    driveName: driveNames.get(track.driveFileId ?? '') ?? null,
    isStored: track.storageKey !== null,
    isMissing: track.missingSince !== null,
  }));
}

/** A sound that lies in the store with all that is known of it. */
export interface ArrivedSound {
  sound: PlacedSound;
  /** Drive's MD5 of the bytes that came. */
  md5: string;
  facts: SoundFacts | null;
  preview: PlacedPreview | null;
}

type ImportFile = typeof importFiles.$inferSelect;

/**
 * Makes a track of what has arrived, or gives an existing one its new bytes: the track of the same Drive file, else
 * one with the same bytes that has no file in Drive (any more). So favourites and links survive (A-59, FAV-12).
 * Safe to repeat; nothing happens to a file that was cancelled meanwhile.
 * @returns whether it was done
 * @throws FileError when the package is gone
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
    const name = soundName(file.name.replaceAll(/[/\\]/g, '-'), sound.type);
    await book(tx, { key: sound.key, size: sound.size, mime: soundTypes[sound.type], name });
    if (preview) await book(tx, { ...preview, mime: soundTypes.mp3, name: null });
    const known = await findTrack(tx, file, sound.contentHash);
    const { facts } = arrived;
    const values = {
      size: sound.size,
      mime: soundTypes[sound.type],
      contentHash: sound.contentHash,
      crc32: sound.crc32,
      storageKey: sound.key,
      driveFileId: file.driveFileId,
      driveMd5: arrived.md5,
      previewKey: preview?.key ?? null,
      previewSize: preview?.size ?? null,
      verifiedAt: now,
      missingSince: null,
      ...facts,
      peaks: facts?.peaks ? Buffer.from(facts.peaks) : null,
    };
    const trackId = known?.id ?? newId();
    if (known) {
      // Its ending has to stay what the bytes are; the rest of the name is the administrators'.
      const kept = known.mime === values.mime ? {} : { name: soundName(known.name, sound.type) };
      await tx
        .update(tracks)
        .set({ ...values, ...kept })
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

async function findTrack(tx: Executor, file: ImportFile, contentHash: string) {
  const here = eq(tracks.packageId, file.packageId);
  const [same] = await tx
    .select()
    .from(tracks)
    .where(and(here, eq(tracks.driveFileId, file.driveFileId)));
  if (same) return same;
  const isFree = or(isNull(tracks.driveFileId), isNotNull(tracks.missingSince));
  const [alike] = await tx
    .select()
    .from(tracks)
    .where(and(here, eq(tracks.contentHash, contentHash), isFree))
    .orderBy(tracks.orderIndex, tracks.id)
    .limit(1);
  return alike ?? null;
}

async function book(
  tx: Executor,
  { key, size, mime, name }: { key: string; size: number; mime: string; name: string | null },
): Promise<void> {
  await tx
    .insert(storedObjects)
    .values({ key, bucket: 'audio', size, mime, originalName: name })
    .onConflictDoUpdate({ target: storedObjects.key, set: { trashedAt: null } });
}
