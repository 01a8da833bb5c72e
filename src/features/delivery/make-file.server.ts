import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Cues } from '#db/schema/catalog.ts';
import type { deliveries, deliveryFiles } from '#db/schema/delivery.ts';
import { factsOfKind, isDownloadable } from '#features/catalog/kinds.ts';
import { cuesOf } from '#features/cues/model.ts';
import { findCues } from '#features/cues/queries.server.ts';
import type { LicenceText } from '#features/licences/issue-licence.server.ts';
import { withLocalFile } from '#features/media/audio/upload-audio.server.ts';
import { measureSound } from '#features/media/measuring/gateway.server.ts';
import { isOfLength, loudnessTolerance, type RenderWish } from '#features/media/rendering/model.ts';
import { soundTypeOf } from '#features/media/sound-type.ts';
import type { Logger } from '#platform/log.server.ts';
import { cuesWithin } from './cues-within.ts';
import { type KeptResult, obtainResult, type ResultDeps } from './keep-results.server.ts';
import { lostNotes } from './lost-notes.ts';
import type { FileNote, FileReason } from './model.ts';
import { titleOf } from './names.ts';
import { findSourceTracks, type SourceTrack } from './queries.server.ts';
import type { Recipe } from './recipe.ts';
import { type Stored, type Stretch, tagOriginal } from './tag-original.server.ts';
import type { TagFacts } from './tags/facts.ts';
import { heads } from './tags/heads.ts';
import { originalOf, wishOf } from './wish.ts';

export interface FileDeps extends ResultDeps {
  log: Logger;
  settings: ResultDeps['settings'] & { SITE_NAME: string; PUBLIC_URL: string };
}

type File = typeof deliveryFiles.$inferSelect;

/** A file to be made, with what all files of its delivery share. */
export interface Making {
  delivery: typeof deliveries.$inferSelect;
  recipe: Recipe;
  file: File;
  licence: LicenceText;
  /** The station's name, where the account has one. */
  station: string | null;
}

/** A prepared file's columns, or why there is none. @throws when aborted */
export async function makeFile(
  deps: FileDeps,
  making: Making,
  signal: AbortSignal,
): Promise<Partial<File> | FileReason> {
  const [track] = await findSourceTracks(deps.db, [making.file.trackId]);
  if (!track) return 'gone';
  if (!isDownloadable(track.kind)) return 'jingle';
  if (track.unreadable) return 'unreadable';
  const type = soundTypeOf(track.mime);
  const { key, contentHash } = track;
  const stored = key ? await deps.storage.stat(key) : null;
  if (!key || !contentHash || !type || !stored) return 'lost';
  const original = originalOf(track);
  const wish = wishOf(making.recipe, original);
  const known = (await findCues(deps.db, making.delivery, [track.id]))[track.id];
  const cues = known ? cuesOf(known) : null;
  const facts = { ...making, track: { ...track, tempoBpm: original.tempoBpm }, cues };
  try {
    if (!wish) {
      const made = await asItIs(deps, facts, { key, type, size: stored.size }, signal);
      return made ? { contentHash, ...made } : 'unreadable';
    }
    const outcome = await obtainResult(deps, { key, contentHash, type }, wish, signal);
    if (!outcome.ok) return outcome.reason;
    return { contentHash, ...(await asRendered(deps, facts, outcome.result, wish, signal)) };
  } catch (error) {
    signal.throwIfAborted();
    deps.log.error({ err: error, trackId: track.id }, 'uma faixa não pôde ser preparada');
    return 'failed';
  }
}

interface Known extends Making {
  track: SourceTrack;
  /** Of the original, with what the account has moved. */
  cues: Cues | null;
}

/**
 * The original's own sound, behind new tags in place of its old ones where its format is one that we write; null: there is
 * no sound in it.
 */
async function asItIs(
  deps: FileDeps,
  known: Known,
  stored: Stored,
  signal: AbortSignal,
): Promise<Partial<File> | null> {
  const { storage, settings } = deps;
  const { key, type, size } = stored;
  // What was measured, never a container's estimate; a track that is not measured yet is measured now.
  const measured =
    known.track.durationMs === null
      ? await withLocalFile(storage, key, (path) =>
          measureSound(path, type, { ffmpegFolder: settings.FFMPEG_PATH, signal }),
        )
      : null;
  if (measured?.unreadable) return null;
  const durationMs = known.track.durationMs ?? measured?.durationMs ?? null;
  const { isTagged, id3 } = known.recipe;
  const { loudnessLufs, truePeakDb, carried } = measured ?? known.track;
  const said = { durationMs, loudnessLufs, truePeakDb, cues: known.cues };
  const tagged = isTagged ? await tagOriginal(storage, stored, tagsOf(deps, known, said), id3) : null;
  const { head, body } = tagged ?? { head: Buffer.alloc(0), body: { key, start: 0, size } };
  return {
    ...(await bookBytes(storage, head, body, signal)),
    isOriginal: true,
    resultId: null,
    ...said,
    notes: tagged
      ? [...tagged.notes, ...lostNotes(carried, type)]
      : isTagged
        ? ['no-tags' satisfies FileNote]
        : [],
  };
}

/** A rendered sound behind its tags. */
async function asRendered(
  deps: FileDeps,
  known: Known,
  result: KeptResult,
  wish: RenderWish,
  signal: AbortSignal,
): Promise<Partial<File>> {
  const { facts } = result;
  const { durationMs, loudnessLufs, truePeakDb } = facts;
  const body = { key: result.storageKey, start: result.bodyStart, size: result.size - result.bodyStart };
  const said = { durationMs, loudnessLufs, truePeakDb, cues: cuesWithin(known.cues, facts) };
  const { isTagged, id3 } = known.recipe;
  const tags = isTagged ? tagsOf(deps, known, said) : null;
  const head = heads[result.type].write(body.size, { base: result.base, tags, id3 });
  return {
    ...(await bookBytes(deps.storage, head, body, signal)),
    isOriginal: false,
    resultId: result.id,
    ...said,
    notes: [...notesOf(result, wish), ...lostNotes(known.track.carried, null)],
  };
}

function notesOf({ facts }: KeptResult, wish: RenderWish): FileNote[] {
  const { endsOnBeat, loudnessLufs } = facts;
  const { levelLufs, lengthMs } = wish;
  const notes: FileNote[] = [];
  if (lengthMs !== null && !isOfLength(facts, wish)) notes.push('shorter');
  if (endsOnBeat) notes.push('on-beat');
  if (levelLufs !== null && loudnessLufs === null) notes.push('no-level');
  else if (levelLufs !== null && Math.abs((loudnessLufs ?? 0) - levelLufs) > loudnessTolerance)
    notes.push('level-missed');
  return notes;
}

/** Size, CRC-32 and SHA-256 of a file as it is delivered. */
async function bookBytes(
  storage: ResultDeps['storage'],
  head: Buffer,
  { key, start, size }: Stretch,
  signal: AbortSignal,
): Promise<Partial<File>> {
  const hash = createHash('sha256').update(head);
  let sum = crc32(head);
  if (size > 0) {
    for await (const part of piecesOf(storage, key, start, size)) {
      signal.throwIfAborted();
      hash.update(part);
      sum = crc32(part, sum);
    }
  }
  const whole = { size: head.length + size, crc32: sum, sha256: hash.digest('hex') };
  return { ...whole, head, bodyStart: start, bodySize: size };
}

/** Bytes that are read at once. */
const pieceBytes = 512 * 1024;

/**
 * A stretch of a stored file, piece by piece; each one is over when the next is asked for. A file on the disk is read into
 * one buffer: a stream has a new one for each 64 KB, which for hundreds of files costs as much as hashing them.
 */
async function* piecesOf(
  storage: ResultDeps['storage'],
  key: string,
  start: number,
  size: number,
): AsyncGenerator<Buffer> {
  const path = storage.path(key);
  if (!path) {
    yield* await storage.openRange(key, start, start + size - 1);
    return;
  }
  const file = await open(path);
  try {
    const piece = Buffer.allocUnsafeSlow(Math.min(size, pieceBytes));
    for (let left = size; left > 0; ) {
      const { bytesRead } = await file.read(piece, 0, Math.min(left, piece.length), start + size - left);
      if (bytesRead === 0) throw new Error(`${key} is shorter than it was`);
      left -= bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** The category as listeners know it. */
export const categoryOf = ({ kind, categoryName }: Pick<SourceTrack, 'kind' | 'categoryName'>): string =>
  factsOfKind(kind)?.tile ?? categoryName;

function tagsOf(
  { settings, clock }: FileDeps,
  { delivery, file, track, licence, station }: Known,
  said: Partial<Pick<TagFacts, 'durationMs' | 'loudnessLufs' | 'truePeakDb' | 'cues'>>,
): TagFacts {
  return {
    title: titleOf(track.name),
    packageTitle: track.packageTitle,
    categoryName: categoryOf(track),
    siteName: settings.SITE_NAME,
    siteUrl: settings.PUBLIC_URL,
    position: file.position,
    total: delivery.total,
    tempoBpm: track.tempoBpm,
    station,
    licenceId: delivery.licenceId,
    licenceVersion: licence.version,
    cutId: track.id.slice(-10).toUpperCase(),
    madeAt: clock.now(),
    durationMs: null,
    loudnessLufs: null,
    truePeakDb: null,
    cues: null,
    ...said,
  };
}
