import { and, asc, eq, gt, gte, max, min, sql } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { packages, tracks } from '#db/schema/catalog.ts';
import { removedDriveFiles } from '#db/schema/ingestion.ts';
import { audioUploads } from '#db/schema/media.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import { type Work, workFields } from '#features/catalog/work-definition.ts';
import type { AudioRefusal } from '#features/media/audio/model.ts';
import { soundName } from '#features/media/audio/sound-name.ts';
import {
  assembleUpload,
  bookSound,
  findUpload,
  type PlacedSound,
  type Twice,
} from '#features/media/audio/upload-audio.server.ts';
import { soundTypeOf, soundTypes } from '#features/media/sound-type.ts';
import { trashUnnamed } from '#features/media/usage/clean-storage.server.ts';
import { changesBetween } from '#platform/definition.ts';
import { newId } from '#platform/ids.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import type { CurationOutcome } from '../model.ts';
import { type CurationDeps, there } from '../save-package.server.ts';
import { analyseTrackJob } from './analysis.ts';

interface Deps extends CurationDeps {
  jobs: Pick<Jobs, 'send'>;
}
type UploadDeps = Deps & Parameters<typeof assembleUpload>[0];

type Upload = NonNullable<Awaited<ReturnType<typeof findUpload>>>;
type FinishOutcome =
  | { ok: true; trackId: string }
  | Twice
  | { ok: false; reason: Exclude<AudioRefusal, 'twice'> };

/**
 * Makes a track of a complete upload, at its position among the sender's other files; a job measures it. Safe to
 * repeat: the track is made once. A file that is no audio leaves nothing behind. A duplicate in the package waits
 * until it is cancelled or finished with `again`.
 */
export async function finishUpload(
  deps: UploadDeps,
  admin: Admin,
  uploadId: string,
  { again = false } = {},
): Promise<FinishOutcome> {
  const upload = await findUpload(deps, admin, uploadId);
  if (!upload) return { ok: false, reason: 'gone' };
  if (upload.trackId) return { ok: true, trackId: upload.trackId };
  const sound = await assembleUpload(deps, upload);
  if (!sound.ok) return sound;
  const outcome = await saveTrack(deps, admin, upload, sound, again);
  if (outcome.ok) {
    await deps.storage.delete(upload.parts);
    await deps.bus.publish('catalog', upload.packageId);
  }
  return outcome;
}

function saveTrack(
  deps: Deps,
  admin: Admin,
  upload: Upload,
  sound: PlacedSound,
  again: boolean,
): Promise<FinishOutcome> {
  return deps.db.transaction(async (tx): Promise<FinishOutcome> => {
    const { packageId } = upload;
    const pack = await tx.select({ id: packages.id }).from(packages).where(there(packageId)).for('update');
    if (pack.length === 0) return { ok: false, reason: 'no-package' };
    const same = again ? null : await findSame(tx, packageId, sound.contentHash);
    if (same) return { ok: false, reason: 'twice', name: same };
    const trackId = newId();
    const mine = await tx
      .update(audioUploads)
      .set({ trackId, parts: [], updatedAt: sql`now()` })
      .where(and(eq(audioUploads.id, upload.id), sql`${audioUploads.trackId} is null`))
      .returning({ id: audioUploads.id });
    if (mine.length === 0) {
      const [other] = await tx.select().from(audioUploads).where(eq(audioUploads.id, upload.id));
      return other?.trackId ? { ok: true, trackId: other.trackId } : { ok: false, reason: 'gone' };
    }
    const name = soundName(upload.name, sound.type);
    const { key, size } = sound;
    const mime = soundTypes[sound.type];
    await bookSound(tx, { key, size, mime, name });
    await tx.insert(tracks).values({
      id: trackId,
      packageId,
      name,
      size,
      mime,
      orderIndex: await makeRoom(tx, upload),
      contentHash: sound.contentHash,
      crc32: sound.crc32,
      storageKey: key,
    });
    const after = { name, size };
    await recordChange(tx, admin, 'track.create', packageId, { after });
    await deps.jobs.send(analyseTrackJob, { trackId }, { tx });
    return { ok: true, trackId };
  });
}

/** The name of a track with these bytes, or null. */
async function findSame(tx: Executor, packageId: string, contentHash: string): Promise<string | null> {
  const [same] = await tx
    .select({ name: tracks.name })
    .from(tracks)
    .where(and(eq(tracks.packageId, packageId), eq(tracks.contentHash, contentHash)))
    .limit(1);
  return same?.name ?? null;
}

/**
 * Inserts a position for this upload's track: before the first track of a file chosen later, else at the end. So files
 * appear in the order of choice, whichever arrives first.
 */
async function makeRoom(tx: Executor, { packageId, place }: Upload): Promise<number> {
  const [later] = await tx
    .select({ at: min(tracks.orderIndex) })
    .from(tracks)
    .innerJoin(audioUploads, eq(audioUploads.trackId, tracks.id))
    .where(
      and(
        eq(tracks.packageId, packageId),
        gt(audioUploads.place, place === 0 ? Number.MAX_SAFE_INTEGER : place),
      ),
    );
  if (typeof later?.at === 'number') {
    await tx
      .update(tracks)
      .set({ orderIndex: sql`${tracks.orderIndex} + 1` })
      .where(and(eq(tracks.packageId, packageId), gte(tracks.orderIndex, later.at)));
    return later.at;
  }
  const [last] = await tx
    .select({ at: max(tracks.orderIndex) })
    .from(tracks)
    .where(eq(tracks.packageId, packageId));
  return (last?.at ?? -1) + 1;
}

type Written = Pick<CurationDeps, 'db' | 'bus'>;

/** Renames a track; its extension stays that of its format. Safe to repeat. */
export async function renameTrack(
  { db, bus }: Written,
  admin: Admin,
  id: string,
  name: string,
): Promise<CurationOutcome> {
  const packageId = await db.transaction(async (tx) => {
    const [before] = await tx.select().from(tracks).where(eq(tracks.id, id)).for('update');
    if (!before) return null;
    const clean = soundName(name, soundTypeOf(before.mime) ?? 'mp3');
    if (clean === before.name) return before.packageId;
    await tx.update(tracks).set({ name: clean }).where(eq(tracks.id, id));
    await recordChange(tx, admin, 'track.rename', before.packageId, {
      before: { name: before.name },
      after: { name: clean },
    });
    return before.packageId;
  });
  if (!packageId) return { ok: false, reason: 'no-track' };
  await bus.publish('catalog', packageId);
  return { ok: true };
}

/** Stores who wrote and published a track, and its codes. Safe to repeat: nothing is recorded without a change. */
export async function saveTrackWork(
  { db, bus }: Written,
  admin: Admin,
  id: string,
  work: Work,
): Promise<CurationOutcome> {
  const packageId = await db.transaction(async (tx) => {
    const [before] = await tx.select().from(tracks).where(eq(tracks.id, id)).for('update');
    if (!before) return null;
    const change = changesBetween(workFields, before, work);
    if (!change) return before.packageId;
    await tx.update(tracks).set(work).where(eq(tracks.id, id));
    await recordChange(tx, admin, 'track.work', before.packageId, change);
    return before.packageId;
  });
  if (!packageId) return { ok: false, reason: 'no-track' };
  await bus.publish('catalog', packageId);
  return { ok: true };
}

/**
 * Removes a track; its bytes go to the trash when no other track uses them, and later imports skip it. Safe to repeat.
 */
export async function removeTrack(
  { db, bus }: Written,
  admin: Admin,
  id: string,
  now: Date,
): Promise<CurationOutcome> {
  const packageId = await db.transaction(async (tx) => {
    const [gone] = await tx.delete(tracks).where(eq(tracks.id, id)).returning();
    if (!gone) return null;
    await recordChange(tx, admin, 'track.remove', gone.packageId, { before: { name: gone.name } });
    const files = [gone.storageKey, gone.previewKey].filter((key) => key !== null);
    await trashUnnamed(tx, files, now);
    const { packageId, driveFileId } = gone;
    if (driveFileId)
      await tx
        .insert(removedDriveFiles)
        .values({ packageId, driveFileId, removedAt: now })
        .onConflictDoNothing();
    return packageId;
  });
  if (!packageId) return { ok: false, reason: 'no-track' };
  await bus.publish('catalog', packageId);
  return { ok: true };
}

/** Reorders a package's tracks; refused when the set differs. Safe to repeat. */
export async function orderTracks(
  { db, bus }: Written,
  admin: Admin,
  packageId: string,
  ids: string[],
): Promise<CurationOutcome> {
  const outcome = await db.transaction(async (tx): Promise<CurationOutcome> => {
    const known = await tx
      .select({ id: tracks.id, name: tracks.name })
      .from(tracks)
      .where(eq(tracks.packageId, packageId))
      .orderBy(asc(tracks.orderIndex), asc(tracks.id))
      .for('update');
    const given = new Set(ids);
    if (given.size !== known.length || ids.length !== known.length || known.some(({ id }) => !given.has(id)))
      return { ok: false, reason: 'changed' };
    await tx.execute(sql`update tracks set order_index = place.at - 1
      from unnest(${sql.param(ids)}::text[]) with ordinality as place(id, at) where tracks.id = place.id`);
    const names = new Map(known.map(({ id, name }) => [id, name]));
    await recordChange(tx, admin, 'track.order', packageId, {
      before: known.map(({ name }) => name),
      after: ids.map((id) => names.get(id)),
    });
    return { ok: true };
  });
  if (outcome.ok) await bus.publish('catalog', packageId);
  return outcome;
}
