import { type FileHandle, mkdir, open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { audioLimitBytes } from '#features/media/audio/model.ts';
import { ContainerFinder, type Seen } from '#features/media/reading/container.ts';
import { toStorageError } from '#platform/storage/disk.server.ts';
import { readRefusal } from './drive-errors.ts';
import { DriveError, type DriveGateway, FileError } from './imports.ts';

export interface WantedFile {
  id: string;
  resourceKey: string | null;
  /** As Drive reports it; null when it does not. */
  size: number | null;
}

/** Folder of partial downloads; may be deleted while nothing runs, and they are then fetched again. */
export const partialFolder = (dataDir: string): string => join(dataDir, 'imports');
export const partialPath = (dataDir: string, fileId: string): string =>
  join(partialFolder(dataDir), `${fileId}.part`);

/**
 * Downloads a Drive file to disk, resuming after the bytes that are there. Never reads more than its declared size.
 * Aborts at once, without a trace, when the first bytes are no audio. @returns the number of bytes @throws DriveError,
 * FileError, AppError `unavailable` when the disk is full
 */
export async function fetchToDisk(
  drive: DriveGateway,
  file: WantedFile,
  path: string,
  options: { signal: AbortSignal; onProgress: (bytes: number) => Promise<void> },
): Promise<number> {
  try {
    await mkdir(join(path, '..'), { recursive: true });
    const received = (await stat(path).catch(() => null))?.size ?? 0;
    if (file.size !== null && received === file.size && received > 0) return received;
    if (file.size !== null && received > file.size) await unlink(path);
    const handle = await open(path, 'a+');
    try {
      return await receive(drive, file, handle, options);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const failure = toStorageError(error);
    if (losesBytes(failure)) await unlink(path).catch(() => {});
    throw failure;
  }
}

/** Whether partial bytes are useless for a retry, or take scarce disk space. */
const losesBytes = (error: unknown): boolean =>
  (error instanceof FileError && error.reason !== 'truncated') ||
  (error instanceof DriveError && error.reason === 'changed') ||
  (error as NodeJS.ErrnoException | null)?.name === 'AppError';

async function receive(
  drive: DriveGateway,
  file: WantedFile,
  handle: FileHandle,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (bytes: number) => Promise<void> },
): Promise<number> {
  const received = (await handle.stat()).size;
  const { body, offset, size: announced } = await drive.download(file, received, signal);
  const reader = body.getReader();
  try {
    if (offset !== received) {
      if (offset !== 0) throw new DriveError('bad-answer');
      await handle.truncate(0);
    }
    const size = file.size ?? announced;
    const most = size ?? audioLimitBytes;
    let total = offset;
    const finder = new ContainerFinder();
    let seen: Seen | null = null;
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw signal.aborted ? signal.reason : readRefusal(error);
      });
      if (done) break;
      // A continued download begins in the middle; the whole file is read again at its end.
      if (offset === 0) seen ??= finder.add(value);
      if (seen && 'refusal' in seen) throw new FileError(seen.refusal);
      if (total + value.length > most) throw new FileError(size === null ? 'too-large' : 'endless');
      await handle.appendFile(value);
      total += value.length;
      await onProgress(total);
    }
    // A page is shorter than the sound, and says more than that bytes are missing.
    const whole = offset === 0 && total > 0 ? (seen ?? finder.end()) : null;
    if (whole && 'refusal' in whole && whole.refusal === 'page') throw new FileError('page');
    if (size !== null && total < size) throw new FileError('truncated');
    if (total === 0) throw new FileError('empty');
    return total;
  } finally {
    // Closes a response that was not read to its end.
    await reader.cancel().catch(() => {});
  }
}
