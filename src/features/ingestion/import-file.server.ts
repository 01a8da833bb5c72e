import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type FileStatus, importFiles, imports } from '#db/schema/ingestion.ts';
import { audioLimitBytes, type SoundFacts } from '#features/media/audio/model.ts';
import { type PlacedSound, usedBytes } from '#features/media/audio/upload-audio.server.ts';
import { measureSound, readSound } from '#features/media/measuring/gateway.server.ts';
import { placePreview } from '#features/media/preview/make-preview.server.ts';
import { type SoundType, soundTypes } from '#features/media/sound-type.ts';
import { AppError } from '#platform/errors.ts';
import { toStorageError } from '#platform/storage/disk.server.ts';
import { type ArrivedSound, bookTrack } from './book-track.server.ts';
import { fetchToDisk, partialPath } from './download-gateway.server.ts';
import { failImport, finishImport } from './finish-import.server.ts';
import { dueFiles } from './import-states.ts';
import { DriveError, FileError, fileRefusals, waitingReasons } from './imports.ts';
import { type FileWork, importFileJob, waitsBetweenTries } from './job-definitions.ts';
import type { ImportDeps } from './start-import.server.ts';

type ImportFile = typeof importFiles.$inferSelect;

/** Milliseconds between two progress updates, which also check for a cancellation. */
const lookEvery = 1000;

/** Thrown when the import is cancelled during a transfer. */
class Unwanted extends Error {}

/**
 * Imports one file: downloads it (resuming an earlier try), verifies, measures, stores and records it. Safe to repeat
 * at every point: nothing visible changes before it is recorded. A temporary failure is retried later; others are
 * saved with their reason. Drive's quota, and repeated rate limits, make the file wait. @throws when the process ends
 * or the database is down: the queue then retries
 */
export async function importFile(deps: ImportDeps, work: FileWork, signal: AbortSignal): Promise<void> {
  const claimed = await claim(deps, work.fileId);
  // The process that recorded it may have died before ending the import.
  if (!claimed) return finishImportOf(deps, work.fileId);
  let file = claimed;
  const path = partialPath(deps.settings.DATA_DIR, file.id);
  try {
    if (work.attempt > 0) file = await lookAgain(deps, file, path, signal);
    const arrived = await bring(deps, file, path, signal);
    await bookTrack(deps.db, file, arrived, deps.clock.now());
    await unlink(path).catch(() => {});
    await deps.bus.publish('catalog', file.packageId);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Unwanted) await unlink(path).catch(() => {});
    else await noteFailure(deps, file, work.attempt, error);
  }
  await finishImport(deps, file.importId);
}

/** Claims a file that is still to be done; null when it is not, or its import does not run. */
async function claim({ db, clock }: ImportDeps, fileId: string): Promise<ImportFile | null> {
  const running = db.select({ id: imports.id }).from(imports).where(eq(imports.status, 'running'));
  const [file] = await db
    .update(importFiles)
    .set({ status: 'running', updatedAt: clock.now() })
    .where(
      and(
        eq(importFiles.id, fileId),
        inArray(importFiles.status, dueFiles),
        inArray(importFiles.importId, running),
      ),
    )
    .returning();
  return file ?? null;
}

async function finishImportOf(deps: ImportDeps, fileId: string): Promise<void> {
  const [file] = await deps.db.select().from(importFiles).where(eq(importFiles.id, fileId));
  if (file) await finishImport(deps, file.importId);
}

/** A failed file may have changed in Drive: then it starts again with its current facts. */
async function lookAgain(
  { db, drive }: ImportDeps,
  file: ImportFile,
  path: string,
  signal: AbortSignal,
): Promise<ImportFile> {
  const { size, md5 } = await drive.find(file.driveFileId, file.resourceKey, signal);
  if (size === file.size && md5 === file.md5) return file;
  await unlink(path).catch(() => {});
  await db.update(importFiles).set({ size, md5 }).where(eq(importFiles.id, file.id));
  return { ...file, size, md5 };
}

async function bring(
  deps: ImportDeps,
  file: ImportFile,
  path: string,
  signal: AbortSignal,
): Promise<ArrivedSound> {
  const { storage, settings, log } = deps;
  await checkRoom(deps, file);
  const wanted = { id: file.driveFileId, resourceKey: file.resourceKey, size: file.size };
  const step = (name: string) => log.debug({ file: file.id, step: name }, 'importação de arquivo');
  await fetchToDisk(deps.drive, wanted, path, { signal, onProgress: lookNowAndThen(deps, file) });
  step('fetched');
  const { md5, ...sums } = await readSums(path);
  if (file.md5 && file.md5 !== md5) {
    await unlink(path);
    throw new DriveError('changed');
  }
  // Drive declares no size of some files: their room is known only now.
  await checkRoom(deps, sums);
  const options = { ffmpegFolder: settings.FFMPEG_PATH, signal };
  const reading = await readSound(path, options);
  if (!reading.ok) throw new FileError(reading.refusal);
  const { type } = reading;
  const facts = await measure(path, type, options, deps);
  step('measured');
  if (facts?.unreadable) throw new FileError('unreadable');
  const preview = await placePreview(storage, { path, type, size: sums.size }, facts, options);
  step('preview');
  const key = `audio/${sums.contentHash.slice(0, 2)}/${sums.contentHash}.${type}`;
  if ((await storage.stat(key))?.size !== sums.size)
    await storage.put(key, createReadStream(path), { mime: soundTypes[type] });
  step('stored');
  return { sound: { key, type, ...sums }, md5, facts, preview };
}

/** @throws FileError when the file is too large, or exceeds the audio quota */
async function checkRoom({ db, settings }: ImportDeps, { size }: Pick<ImportFile, 'size'>): Promise<void> {
  if (size !== null && size > audioLimitBytes) throw new FileError('too-large');
  const quota = settings.AUDIO_QUOTA_BYTES;
  if (quota && (await usedBytes(db)) + (size ?? 0) > quota) throw new FileError('quota');
}

/** Saves a file's progress periodically. @throws Unwanted when its import was cancelled */
function lookNowAndThen({ db }: ImportDeps, file: ImportFile): (bytes: number) => Promise<void> {
  let last = Date.now();
  return async (bytes) => {
    if (Date.now() - last < lookEvery) return;
    last = Date.now();
    const kept = await db
      .update(importFiles)
      .set({ receivedBytes: bytes, updatedAt: sql`now()` })
      .where(and(eq(importFiles.id, file.id), eq(importFiles.status, 'running')))
      .returning({ id: importFiles.id });
    if (kept.length === 0) throw new Unwanted();
  };
}

type Sums = Omit<PlacedSound, 'key' | 'type'> & { md5: string };

async function readSums(path: string): Promise<Sums> {
  const sha = createHash('sha256');
  const md5 = createHash('md5');
  let sum = 0;
  let size = 0;
  try {
    for await (const chunk of createReadStream(path, {
      highWaterMark: 256 * 1024,
    }) as AsyncIterable<Buffer>) {
      sha.update(chunk);
      md5.update(chunk);
      sum = crc32(chunk, sum);
      size += chunk.length;
    }
  } catch (error) {
    throw toStorageError(error);
  }
  return { size, contentHash: sha.digest('hex'), md5: md5.digest('hex'), crc32: sum };
}

/** A file that cannot be measured now may still play: another job measures it later. */
async function measure(
  path: string,
  type: SoundType,
  options: { ffmpegFolder?: string | undefined; signal: AbortSignal },
  { log }: ImportDeps,
): Promise<SoundFacts | null> {
  try {
    return await measureSound(path, type, options);
  } catch (error) {
    options.signal.throwIfAborted();
    log.warn({ err: error }, 'áudio importado sem medições');
    return null;
  }
}

async function noteFailure(
  deps: ImportDeps,
  file: ImportFile,
  attempt: number,
  error: unknown,
): Promise<void> {
  const { db, jobs, clock, log, settings } = deps;
  const known = error instanceof DriveError || error instanceof FileError || error instanceof AppError;
  if (!known) log.error({ err: error, file: file.id }, 'arquivo não importado');
  const set = (status: FileStatus, reason = known ? error.message : fileRefusals.unexpected) =>
    db
      .update(importFiles)
      .set({ status, reason, updatedAt: clock.now() })
      .where(and(eq(importFiles.id, file.id), eq(importFiles.status, 'running')));
  const wait = waitsBetweenTries[attempt];
  if (error instanceof DriveError && (error.reason === 'quota' || (error.reason === 'busy' && !wait))) {
    await set('waiting', waitingReasons[error.reason]);
    return;
  }
  if (error instanceof DriveError && (error.reason === 'key' || error.reason === 'not-configured')) {
    await set('pending');
    await failImport(deps, file.importId, error.message);
    return;
  }
  const isPassing = known ? !('retryable' in error) || error.retryable : true;
  if (isPassing && wait !== undefined) {
    await set('pending');
    const asked = error instanceof DriveError ? (error.retryAfter ?? 0) : 0;
    const again = { fileId: file.id, attempt: attempt + 1 };
    await jobs.send(importFileJob, again, { key: file.id, startAfterSeconds: Math.max(wait, asked) });
    return;
  }
  await set('failed');
  const isWorthless = !(error instanceof DriveError) || error.reason === 'changed';
  if (isWorthless) await unlink(partialPath(settings.DATA_DIR, file.id)).catch(() => {});
}
