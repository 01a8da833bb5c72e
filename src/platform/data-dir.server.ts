import type { StatsFs } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError } from './env.server.ts';
import { makeFolder } from './make-folder.server.ts';

type DataDirTrouble = 'full' | 'read-only';

/** Bytes: two WAL segments of the embedded database, which dies when it cannot allocate one. */
const spare = 32 * 1024 * 1024;

/** Some network file systems report neither blocks nor inodes. */
const isFull = ({ bavail, bsize, blocks, files, ffree }: StatsFs, needed: number): boolean =>
  (blocks > 0 && bavail * bsize < needed) || (files > 0 && ffree === 0);

/** Why the folder cannot be written into; null when it can. Only asks the system, writes nothing. */
export async function findDataDirTrouble(folder: string, needed = spare): Promise<DataDirTrouble | null> {
  try {
    await access(folder, constants.W_OK);
    // The embedded database may lie on another disk: DATA_DIR then holds a link to it.
    const disks = [await statfs(folder), await statfs(join(folder, 'postgres')).catch(() => null)];
    return disks.some((disk) => disk && isFull(disk, needed)) ? 'full' : null;
  } catch {
    return 'read-only';
  }
}

function refusal(folder: string, trouble: DataDirTrouble, cause?: unknown): SettingsError {
  const sentence =
    trouble === 'full'
      ? `DATA_DIR: o disco de ${folder} está cheio; deixe ao menos ${spare / 1024 ** 2} MB livres.`
      : `DATA_DIR: não consigo escrever em ${folder}; a pasta ou o disco não aceita escrita.`;
  return new SettingsError(sentence, { cause });
}

/** Creates the folder when missing. @throws SettingsError when it is full or not writable */
export async function requireDataDir(folder: string): Promise<void> {
  // The next line reports the failure.
  await makeFolder(folder).catch(() => {});
  const trouble = await findDataDirTrouble(folder);
  if (trouble) throw refusal(folder, trouble);
}

/**
 * A failed start as a sentence when the data folder is the cause, judged by the error: space may be free again by now.
 */
export async function explainFailure(error: unknown, folder: string): Promise<unknown> {
  if (error instanceof SettingsError) return error;
  const trouble = troubleIn(error, folder) ?? (await findDataDirTrouble(folder));
  return trouble ? refusal(folder, trouble, error) : error;
}

function troubleIn(error: unknown, folder: string): DataDirTrouble | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', path = '', message } = cause as NodeJS.ErrnoException;
    // 53100 is PostgreSQL's code for a full disk.
    if (['ENOSPC', 'EDQUOT', '53100'].includes(code) || message.includes('No space left on device'))
      return 'full';
    if (['EROFS', 'EACCES', 'EPERM'].includes(code) && path.startsWith(folder)) return 'read-only';
  }
  return null;
}
