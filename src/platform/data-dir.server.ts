import type { StatsFs } from 'node:fs';
import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError } from './env.server.ts';

/** Why nothing can be written into DATA_DIR. */
type DataDirTrouble = 'full' | 'read-only';

/**
 * Bytes that have to be free. The embedded database takes 16 MB at once for its log, and dies where it does not get them;
 * before that happens the site shall be out of the balancer's sight and somebody be told.
 */
const spare = 32 * 1024 * 1024;

/** Some network file systems count neither blocks nor files. */
const isFull = ({ bavail, bsize, blocks, files, ffree }: StatsFs, needed: number): boolean =>
  (blocks > 0 && bavail * bsize < needed) || (files > 0 && ffree === 0);

/** What is wrong with the folder now; null when it can be written into. Asks the system only: it writes nothing. */
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

/** Makes the folder when it is not there. @throws SettingsError when it is full or cannot be written into. */
export async function requireDataDir(folder: string): Promise<void> {
  // What goes wrong here is seen by the next line.
  await mkdir(folder, { recursive: true }).catch(() => {});
  const trouble = await findDataDirTrouble(folder);
  if (trouble) throw refusal(folder, trouble);
}

/**
 * The failure of a start as a sentence, when the folder is behind it; else the failure itself. What it says is believed
 * before the folder is looked at: what was begun is removed by then, and there is room again.
 */
export async function explainFailure(error: unknown, folder: string): Promise<unknown> {
  if (error instanceof SettingsError) return error;
  const trouble = troubleIn(error, folder) ?? (await findDataDirTrouble(folder));
  return trouble ? refusal(folder, trouble, error) : error;
}

function troubleIn(error: unknown, folder: string): DataDirTrouble | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', path = '', message } = cause as NodeJS.ErrnoException;
    // 53100 is PostgreSQL's.
    if (['ENOSPC', 'EDQUOT', '53100'].includes(code) || message.includes('No space left on device'))
      return 'full';
    if (['EROFS', 'EACCES', 'EPERM'].includes(code) && path.startsWith(folder)) return 'read-only';
  }
  return null;
}
