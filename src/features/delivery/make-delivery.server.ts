import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { deliveries, deliveryFiles } from '#db/schema/delivery.ts';
import { factsOfKind, isDownloadable } from '#features/catalog/kinds.ts';
import { issueLicence, type LicenceText } from '#features/licences/issue-licence.server.ts';
import { findStation } from '#features/licences/licence-queries.server.ts';
import { withLocalFile } from '#features/media/audio/upload-audio.server.ts';
import { probeSound } from '#features/media/measuring/gateway.server.ts';
import {
  lengthToleranceMs,
  loudnessTolerance,
  type RenderWish,
  renderFormats,
} from '#features/media/rendering/model.ts';
import { type SoundType, soundTypeOf } from '#features/media/sound-type.ts';
import { getLicense } from '#features/site/queries.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import { elementAt } from '#platform/elements.ts';
import type { Logger } from '#platform/log.server.ts';
import { cuesWithin } from './cues-within.ts';
import { type KeptResult, obtainResult, type ResultDeps } from './keep-results.server.ts';
import { listKinds } from './list-kinds.ts';
import { type FileNote, type FileReason, openStatuses } from './model.ts';
import { nameFiles, titleOf } from './names.ts';
import { readRecipe } from './presets.ts';
import { findSourceTracks, type SourceTrack } from './queries.server.ts';
import { lettersOf, type Recipe } from './recipe.ts';
import type { TagFacts } from './tags/facts.ts';
import { writeFlacHead } from './tags/flac.ts';
import { id3SizeOf, writeId3 } from './tags/id3.ts';
import { writeWavHead } from './tags/wav.ts';
import { wishOf } from './wish.ts';
import { reservedNames } from './zip-names.ts';

export interface MakeDeps extends ResultDeps {
  bus: Bus;
  log: Logger;
  settings: ResultDeps['settings'] & {
    SITE_NAME: string;
    PUBLIC_URL: string;
    CONTACT_WHATSAPP?: string | undefined;
  };
}

type Delivery = typeof deliveries.$inferSelect;
type File = typeof deliveryFiles.$inferSelect;

/** Tracks that are made at once; the process that makes sounds takes no more. */
const together = 2;
/** Milliseconds between two looks whether the delivery was cancelled. */
const look = 1000;

/**
 * Prepares the waiting files of a delivery, names all of them, and marks it as ready. Safe to repeat: what is ready stays
 * ready. Ends quietly when its owner cancels it.
 */
export async function makeDelivery(deps: MakeDeps, id: string, stop: AbortSignal): Promise<void> {
  const { db } = deps;
  const [delivery] = await db
    .update(deliveries)
    .set({ status: 'making' })
    .where(and(eq(deliveries.id, id), inArray(deliveries.status, [...openStatuses])))
    .returning();
  if (!delivery) return;
  const cancelled = new AbortController();
  const watching = setInterval(() => {
    void isCancelled(deps, id).then(
      (is) => is && cancelled.abort(),
      () => {},
    );
  }, look);
  try {
    await makeFiles(deps, delivery, AbortSignal.any([stop, cancelled.signal]));
  } catch (error) {
    stop.throwIfAborted();
    if (!cancelled.signal.aborted) throw error;
    return;
  } finally {
    clearInterval(watching);
  }
  await nameAll(deps, delivery);
  await finish(deps, delivery);
}

/** Marks a delivery as ready and issues its licence; nothing of it is delivered yet. */
async function finish(deps: MakeDeps, { id, userId, title, licenceId }: Delivery): Promise<void> {
  const { db, clock } = deps;
  const licence = await getLicense(deps);
  const files = await db
    .select()
    .from(deliveryFiles)
    .where(and(eq(deliveryFiles.deliveryId, id), eq(deliveryFiles.status, 'ready')))
    .orderBy(asc(deliveryFiles.position));
  const tracks = files.map(({ trackId, packageId, name, packageTitle, sha256, size }) => {
    return { trackId, packageId, name, packageTitle, sha256, bytes: size };
  });
  const at = clock.now();
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(deliveries)
      .set({ status: files.length > 0 ? 'ready' : 'failed', finishedAt: at })
      .where(and(eq(deliveries.id, id), eq(deliveries.status, 'making')))
      .returning({ status: deliveries.status });
    if (ended?.status !== 'ready') return;
    await issueLicence(tx, { id: licenceId, userId, cause: 'delivery', subject: title, licence, tracks, at });
  });
}

async function isCancelled({ db }: MakeDeps, id: string): Promise<boolean> {
  const [row] = await db.select({ status: deliveries.status }).from(deliveries).where(eq(deliveries.id, id));
  return row === undefined || row.status === 'cancelled';
}

async function makeFiles(deps: MakeDeps, delivery: Delivery, signal: AbortSignal): Promise<void> {
  const waiting = await deps.db
    .select()
    .from(deliveryFiles)
    .where(and(eq(deliveryFiles.deliveryId, delivery.id), eq(deliveryFiles.status, 'waiting')))
    .orderBy(asc(deliveryFiles.position));
  const licence = await getLicense(deps);
  const station = (await findStation(deps.db, delivery.userId))?.name ?? null;
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      signal.throwIfAborted();
      const made = await makeFile(deps, { delivery, file, licence, station }, signal);
      await deps.db
        .update(deliveryFiles)
        .set(typeof made === 'string' ? { status: 'failed', reason: made } : { ...made, status: 'ready' })
        .where(eq(deliveryFiles.id, file.id));
    }
  };
  await Promise.all(Array.from({ length: together }, work));
}

interface Making {
  delivery: Delivery;
  file: File;
  licence: LicenceText;
  /** The station's name, where the account has one. */
  station: string | null;
}

/** A prepared file's columns, or why there is none. @throws when aborted */
async function makeFile(
  deps: MakeDeps,
  making: Making,
  signal: AbortSignal,
): Promise<Partial<File> | FileReason> {
  const [track] = await findSourceTracks(deps.db, [making.file.trackId]);
  if (!track) return 'gone';
  if (!isDownloadable(track.kind)) return 'jingle';
  const type = soundTypeOf(track.mime);
  const { key, contentHash } = track;
  if (!key || !contentHash || !type || !(await deps.storage.stat(key))) return 'lost';
  const recipe = readRecipe(making.delivery.recipe);
  const tempoBpm = factsOfKind(track.kind)?.hasTempo ? track.tempoBpm : null;
  const original = { key, contentHash, type, size: track.size, durationMs: track.durationMs, tempoBpm };
  const wish = wishOf(recipe, original);
  const facts = { ...making, track: { ...track, tempoBpm }, recipe };
  try {
    if (!wish) return { contentHash, ...(await asItIs(deps, facts, { key, type }, signal)) };
    const outcome = await obtainResult(deps, original, wish, signal);
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
  recipe: Recipe;
}

/** The original's own bytes; an MP3 gets new tags in place of its old ones. */
async function asItIs(
  deps: MakeDeps,
  known: Known,
  { key, type }: { key: string; type: SoundType },
  signal: AbortSignal,
): Promise<Partial<File>> {
  const { storage, settings } = deps;
  const size = (await storage.stat(key))?.size ?? 0;
  const probed = await withLocalFile(storage, key, (path) =>
    probeSound({ path, type }, { ffmpegFolder: settings.FFMPEG_PATH, signal }),
  );
  const durationMs = probed ?? known.track.durationMs;
  const isTagged = known.recipe.isTagged && type === 'mp3';
  const start = isTagged ? id3SizeOf(await readBytes(storage, key, 0, Math.min(10, size))) : 0;
  const bodyStart = start < size ? start : 0;
  const head = isTagged ? writeId3(known.recipe.id3, tagsOf(deps, known, { durationMs })) : Buffer.alloc(0);
  const body = {
    key,
    start: bodyStart,
    size: size - bodyStart - (isTagged ? await oldTagAtEnd(storage, key, size) : 0),
  };
  const notes: FileNote[] = known.recipe.isTagged && !isTagged ? ['no-tags'] : [];
  return {
    ...(await bookBytes(storage, head, body, signal)),
    isOriginal: true,
    resultId: null,
    durationMs,
    notes,
    loudnessLufs: null,
    truePeakDb: null,
  };
}

/** Bytes of an ID3v1 tag, which would say something else than ours. */
async function oldTagAtEnd(storage: ResultDeps['storage'], key: string, size: number): Promise<number> {
  if (size < 256) return 0;
  return (await readBytes(storage, key, size - 128, 3)).toString('latin1') === 'TAG' ? 128 : 0;
}

async function readBytes(
  storage: ResultDeps['storage'],
  key: string,
  start: number,
  length: number,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await storage.openRange(key, start, start + length - 1))
    parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** A rendered sound behind its tags. */
async function asRendered(
  deps: MakeDeps,
  known: Known,
  result: KeptResult,
  wish: RenderWish,
  signal: AbortSignal,
): Promise<Partial<File>> {
  const { facts } = result;
  const { durationMs, loudnessLufs, truePeakDb } = facts;
  const body = { key: result.storageKey, start: result.bodyStart, size: result.size - result.bodyStart };
  const said = { durationMs, loudnessLufs, truePeakDb, cues: cuesWithin(facts) };
  const tags = known.recipe.isTagged ? tagsOf(deps, known, said) : null;
  return {
    ...(await bookBytes(deps.storage, headOf(result, body.size, tags, known.recipe), body, signal)),
    isOriginal: false,
    resultId: result.id,
    durationMs,
    loudnessLufs,
    truePeakDb,
    notes: notesOf(result, wish),
  };
}

function headOf({ type, base }: KeptResult, size: number, tags: TagFacts | null, { id3 }: Recipe): Buffer {
  if (type === 'wav') return writeWavHead(base, size, tags);
  if (type === 'flac') return writeFlacHead(base, tags);
  return tags ? writeId3(id3, tags) : Buffer.alloc(0);
}

function notesOf({ facts }: KeptResult, { levelLufs, lengthMs }: RenderWish): FileNote[] {
  const { fromMs, toMs, endsOnBeat, loudnessLufs } = facts;
  const notes: FileNote[] = [];
  if (lengthMs !== null && lengthMs - (toMs - fromMs) > lengthToleranceMs) notes.push('shorter');
  if (endsOnBeat) notes.push('on-beat');
  if (levelLufs !== null && loudnessLufs === null) notes.push('no-level');
  else if (levelLufs !== null && Math.abs((loudnessLufs ?? 0) - levelLufs) > loudnessTolerance)
    notes.push('level-missed');
  return notes;
}

interface Body {
  key: string;
  start: number;
  size: number;
}

/** Size, CRC-32 and SHA-256 of a file as it is delivered. */
async function bookBytes(
  storage: ResultDeps['storage'],
  head: Buffer,
  { key, start, size }: Body,
  signal: AbortSignal,
): Promise<Partial<File>> {
  const hash = createHash('sha256').update(head);
  let sum = crc32(head);
  if (size > 0) {
    for await (const part of await storage.openRange(key, start, start + size - 1)) {
      signal.throwIfAborted();
      hash.update(part as Buffer);
      sum = crc32(part as Buffer, sum);
    }
  }
  const whole = { size: head.length + size, crc32: sum, sha256: hash.digest('hex') };
  return { ...whole, head, bodyStart: start, bodySize: size };
}

function tagsOf(
  { settings, clock }: MakeDeps,
  { delivery, file, track, licence, station }: Known,
  said: Partial<Pick<TagFacts, 'durationMs' | 'loudnessLufs' | 'truePeakDb' | 'cues'>>,
): TagFacts {
  return {
    title: titleOf(track.name),
    packageTitle: track.packageTitle,
    categoryName: factsOfKind(track.kind)?.tile ?? track.categoryName,
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

/** Names all files at the end, when their durations are known. */
async function nameAll({ db }: MakeDeps, delivery: Delivery): Promise<void> {
  const recipe = readRecipe(delivery.recipe);
  const files = await db
    .select()
    .from(deliveryFiles)
    .where(eq(deliveryFiles.deliveryId, delivery.id))
    .orderBy(asc(deliveryFiles.position));
  const tracks = await findSourceTracks(
    db,
    files.map(({ trackId }) => trackId),
  );
  const byId = new Map(tracks.map((track) => [track.id, track]));
  const facts = files.map((file) => {
    const track = byId.get(file.trackId);
    const type = soundTypeOf(track?.mime ?? null) ?? 'mp3';
    const kind = factsOfKind(track?.kind ?? '');
    const tempoBpm = kind?.hasTempo ? (track?.tempoBpm ?? null) : null;
    const original = { type, size: track?.size ?? null, durationMs: track?.durationMs ?? null, tempoBpm };
    const wish = wishOf(recipe, original);
    return {
      position: file.position,
      total: delivery.total,
      title: titleOf(file.trackName),
      packageTitle: file.packageTitle,
      categoryName: kind?.tile ?? track?.categoryName ?? '',
      tempoBpm,
      durationMs: file.durationMs ?? track?.durationMs ?? null,
      ending: wish ? renderFormats[wish.format].type : type,
    };
  });
  const names = nameFiles(recipe.pattern, lettersOf(recipe), facts, reservedNames(delivery.title, listKinds));
  await db.transaction(async (tx) => {
    for (const [at, file] of files.entries()) {
      const name = elementAt(names, at);
      if (name !== file.name)
        await tx.update(deliveryFiles).set({ name }).where(eq(deliveryFiles.id, file.id));
    }
  });
}
