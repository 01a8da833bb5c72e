import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, asc, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { tracks } from '#db/schema/catalog.ts';
import {
  analysisLevels,
  type SoundFacts,
  unreadableReasons,
  unreadableSound,
} from '#features/media/audio/model.ts';
import { bookSound, withLocalFile } from '#features/media/audio/upload-audio.server.ts';
import { hasFfmpeg, measureSound } from '#features/media/measuring/gateway.server.ts';
import { type PlacedPreview, placePreview } from '#features/media/preview/make-preview.server.ts';
import { soundTypeOf, soundTypes } from '#features/media/sound-type.ts';
import { elementAt } from '#platform/elements.ts';
import type { Logger } from '#platform/log.server.ts';
import { drawPackageCover } from '../covers/make-cover.server.ts';
import type { CurationDeps } from '../save-package.server.ts';
import { sweepLength } from './model.ts';

interface Deps extends CurationDeps {
  log: Pick<Logger, 'warn'>;
  settings: { FFMPEG_PATH?: string | undefined };
}

/** Measures a track, makes the small MP3 of a heavy one, and draws its package's cover anew. Safe to repeat; a track that is gone is nobody's loss. */
export async function analyseTrack(deps: Deps, trackId: string, signal: AbortSignal): Promise<void> {
  for (const packageId of await measureTrack(deps, trackId, signal)) await showMeasured(deps, packageId);
}

/** Draws the cover from the sound, if the package has none of its own, and tells every process. */
async function showMeasured(deps: Deps, packageId: string): Promise<void> {
  await drawPackageCover(deps, packageId);
  await deps.bus.publish('catalog', packageId);
}

/**
 * Measures a track and saves what was found, also for tracks with the same bytes that know less. That it was tried is
 * noted when there was no sound to find. What is known is never replaced by a measurement that finds less.
 * @param below how thoroughly it may have been measured already; by default it is measured again in any case
 * @returns the packages that have changed
 */
async function measureTrack(
  deps: Deps,
  trackId: string,
  signal: AbortSignal,
  below: number = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const { db, log } = deps;
  const [track] = await db.select().from(tracks).where(eq(tracks.id, trackId));
  const key = track?.storageKey;
  if (!key || track.analysis >= below) return [];
  const { facts: measured, preview } =
    (await findUnreadable(deps, key)) ?? (await examine(deps, track, signal));
  if (preview) await bookPreview(deps, key, preview);
  if (measured.analysis < track.analysis) return [];
  const { analysis, unreadable, peaks, ...facts } = measured;
  if (unreadable) log.warn({ trackId, unreadable }, 'áudio que não se deixa medir');
  const known = Object.entries({ ...facts, peaks: peaks && Buffer.from(peaks) }).filter(
    ([, fact]) => fact !== null,
  );
  const rows = await db
    .update(tracks)
    .set({ ...Object.fromEntries(known), analysis, unreadable })
    // Only of these bytes: the track may have been given others meanwhile.
    .where(and(eq(tracks.storageKey, key), or(eq(tracks.id, trackId), lt(tracks.analysis, analysis))))
    .returning({ packageId: tracks.packageId });
  return unreadable ? [] : [...new Set(rows.map((row) => row.packageId))];
}

interface Examined {
  facts: SoundFacts;
  preview: PlacedPreview | null;
}

/** Bytes that are known as unreadable are not read again, whichever track they come with. */
async function findUnreadable({ db }: Deps, key: string): Promise<Examined | null> {
  const { unreadable } = tracks;
  const [told] = await db
    .select({ unreadable })
    .from(tracks)
    .where(and(eq(tracks.storageKey, key), isNotNull(unreadable), eq(tracks.analysis, analysisLevels.whole)))
    .limit(1);
  return told?.unreadable ? { facts: unreadableSound(told.unreadable), preview: null } : null;
}

async function examine(
  { storage, settings }: Deps,
  { id, storageKey, mime, size, previewKey }: typeof tracks.$inferSelect,
  signal: AbortSignal,
): Promise<Examined> {
  const key = storageKey!;
  if (!(await storage.stat(key))) throw new Error(`the bytes of track ${id} are not in the store`);
  const type = soundTypeOf(mime);
  if (!type) return { facts: unreadableSound(unreadableReasons.silent), preview: null };
  const draft = join(tmpdir(), `sonoteca-${randomUUID()}.preview.mp3`);
  const file = { type, size: size ?? 0, draft, hasPreview: previewKey !== null };
  const options = { ffmpegFolder: settings.FFMPEG_PATH, signal };
  return withLocalFile(storage, key, async (path) => {
    const facts = await measureSound(path, type, options);
    return { facts, preview: await placePreview(storage, { ...file, path }, facts, options) };
  });
}

/** Lets tracks of a heavy original be heard by its small MP3. Safe to repeat. */
async function bookPreview({ db }: Deps, storageKey: string, preview: PlacedPreview): Promise<void> {
  await db.transaction(async (tx) => {
    const without = and(eq(tracks.storageKey, storageKey), isNull(tracks.previewKey));
    const named = await tx
      .update(tracks)
      .set({ previewKey: preview.key, previewSize: preview.size })
      .where(without)
      .returning({ id: tracks.id });
    if (named.length > 0) await bookSound(tx, { ...preview, mime: soundTypes.mp3, name: null });
  });
}

/**
 * Measures stored tracks that know less than could be known here: all that were never measured and, where ffmpeg is,
 * those that were measured without. One that fails is passed over and comes again with the next sweep; one without a
 * sound does not come again. Safe to repeat.
 * @returns how many were measured and failed, and the track to go on after; null: that was the last
 */
export async function completeAnalysis(
  deps: Deps,
  { after = '', limit = sweepLength }: { after?: string; limit?: number },
  signal: AbortSignal,
): Promise<{ measured: number; failed: number; last: string | null }> {
  const outcome = { measured: 0, failed: 0, last: null as string | null };
  if ((await listUnmeasured(deps, analysisLevels.whole, after, 1)).length === 0) return outcome;
  const { whole, partial } = analysisLevels;
  const reachable = (await hasFfmpeg(deps.settings.FFMPEG_PATH)) ? whole : partial;
  const ids = await listUnmeasured(deps, reachable, after, limit);
  const changed = new Set<string>();
  for (const id of ids) {
    signal.throwIfAborted();
    try {
      for (const packageId of await measureTrack(deps, id, signal, reachable)) changed.add(packageId);
      outcome.measured++;
    } catch (error) {
      signal.throwIfAborted();
      outcome.failed++;
      deps.log.warn({ err: error, trackId: id }, 'áudio que não pôde ser medido agora');
    }
  }
  for (const packageId of changed) await showMeasured(deps, packageId);
  return { ...outcome, last: ids.length === limit ? elementAt(ids, -1) : null };
}

async function listUnmeasured({ db }: Deps, below: number, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(
      // The constant is what the partial index is made of.
      and(
        lt(tracks.analysis, analysisLevels.whole),
        lt(tracks.analysis, below),
        gt(tracks.id, after),
        isNotNull(tracks.storageKey),
      ),
    )
    .orderBy(asc(tracks.id))
    .limit(limit);
  return rows.map((row) => row.id);
}
