import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { tracks } from '#db/schema/catalog.ts';
import { readWork } from '#features/catalog/work-codes.ts';
import type { Work } from '#features/catalog/work-definition.ts';
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
import { temporaryPath } from '#platform/temporary.server.ts';
import { drawPackageCover } from '../covers/make-cover.server.ts';
import type { CurationDeps } from '../save-package.server.ts';
import { patienceDays, sweepLength } from './model.ts';

interface Deps extends CurationDeps {
  log: Pick<Logger, 'warn'>;
  settings: { FFMPEG_PATH?: string | undefined };
}

/**
 * Measures a track, makes the preview of a heavy one, and redraws its package's cover. Safe to repeat; ignores a
 * deleted track.
 */
export async function analyseTrack(deps: Deps, trackId: string, signal: AbortSignal): Promise<void> {
  for (const packageId of await measureTrack(deps, trackId, signal)) await showMeasured(deps, packageId);
}

/** Redraws the cover from the sound, unless the package has its own, and invalidates the caches. */
async function showMeasured(deps: Deps, packageId: string): Promise<void> {
  await drawPackageCover(deps, packageId);
  await deps.bus.publish('catalog', packageId);
}

/**
 * Measures a track and saves the result, also for tracks with the same bytes and fewer facts. A failed measurement is
 * recorded as tried. Never replaces facts by a less thorough measurement. @param below measures only if the earlier
 * measurement was less thorough; by default always @returns the changed packages
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
  const { analysis, unreadable, peaks, timbre, authors, publisher, isrc, iswc, ...facts } = measured;
  if (unreadable) log.warn({ trackId, unreadable }, 'áudio que não se deixa medir');
  const bytes = { peaks: peaks && Buffer.from(peaks), timbre: timbre && Buffer.from(timbre) };
  const known = Object.entries({ ...facts, ...bytes }).filter(([, fact]) => fact !== null);
  const rows = await db
    .update(tracks)
    .set({
      ...Object.fromEntries(known),
      ...workOf({ authors, publisher, isrc, iswc }),
      analysis,
      unreadable,
      analysisFailedAt: null,
      ...(facts.mime !== null && facts.mime !== track.mime && { name: withExtension(facts.mime) }),
    })
    // Only for these bytes: the track may have new ones by now.
    .where(and(eq(tracks.storageKey, key), or(eq(tracks.id, trackId), lt(tracks.analysis, analysis))))
    .returning({ packageId: tracks.packageId });
  return unreadable ? [] : [...new Set(rows.map((row) => row.packageId))];
}

/** The name of a track that was taken for another format, with the extension of its bytes. */
const withExtension = (mime: string) =>
  sql`regexp_replace(${tracks.name}, '\\.[a-z0-9]{1,5}$', ${`.${soundTypeOf(mime)}`})`;

/** What the tags say of a work, where nobody has written anything. */
function workOf(told: Work) {
  const { authors, publisher, isrc, iswc } = readWork(told);
  return {
    authors: sql`coalesce(${tracks.authors}, ${authors})`,
    publisher: sql`coalesce(${tracks.publisher}, ${publisher})`,
    isrc: sql`coalesce(${tracks.isrc}, ${isrc})`,
    iswc: sql`coalesce(${tracks.iswc}, ${iswc})`,
  };
}

interface Examined {
  facts: SoundFacts;
  preview: PlacedPreview | null;
}

/** Bytes known to be unreadable are not read again for another track. */
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
  // biome-ignore lint/style/noNonNullAssertion: only tracks with stored bytes are analysed
  const key = storageKey!;
  if (!(await storage.stat(key))) throw new Error(`the bytes of track ${id} are not in the store`);
  const type = soundTypeOf(mime);
  if (!type) return { facts: unreadableSound(unreadableReasons.silent), preview: null };
  const draft = temporaryPath('preview.mp3');
  const file = { type, size: size ?? 0, draft, hasPreview: previewKey !== null };
  const options = { ffmpegFolder: settings.FFMPEG_PATH, signal };
  return withLocalFile(storage, key, async (path) => {
    const facts = await measureSound(path, type, options);
    // Bytes that were taken for another format before play as what they are.
    const found = { ...file, path, type: soundTypeOf(facts.mime) ?? type };
    return { facts, preview: await placePreview(storage, found, facts, options) };
  });
}

/** Plays tracks with this heavy original as its preview. Safe to repeat. */
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
 * Measures stored tracks whose measurement is incomplete: those never measured and, if ffmpeg is installed, those
 * measured without it, or by older rules. A failed one is skipped and returns with the next sweep, for a week; one
 * without audio does not. One after the other, so that a large catalogue never takes more than one processor. Safe to
 * repeat and to break off. @returns counts of measured and failed, and the track to continue after; null: finished
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
      await noteFailure(deps, id);
      deps.log.warn({ err: error, trackId: id }, 'áudio que não pôde ser medido agora');
    }
  }
  for (const packageId of changed) await showMeasured(deps, packageId);
  return { ...outcome, last: ids.length === limit ? elementAt(ids, -1) : null };
}

/** Remembers since when a track cannot be measured. Safe to repeat. */
async function noteFailure({ db }: Deps, id: string): Promise<void> {
  const since = sql`coalesce(${tracks.analysisFailedAt}, now())`;
  await db.update(tracks).set({ analysisFailedAt: since }).where(eq(tracks.id, id));
}

async function listUnmeasured({ db }: Deps, below: number, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(
      // A constant, because the partial index is defined by it.
      and(
        lt(tracks.analysis, analysisLevels.whole),
        lt(tracks.analysis, below),
        gt(tracks.id, after),
        isNotNull(tracks.storageKey),
        or(
          isNull(tracks.analysisFailedAt),
          gt(tracks.analysisFailedAt, sql`now() - ${patienceDays} * interval '1 day'`),
        ),
      ),
    )
    .orderBy(asc(tracks.id))
    .limit(limit);
  return rows.map((row) => row.id);
}
