import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder that a setting or a command names, with those above it; one that exists stays as it is. `mkdir` with
 * `recursive` never ends where a file system refuses folders as if their parent were missing (/proc). @throws the
 * system's error
 */
export async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Another process was faster.
    if (error.code !== 'EEXIST') throw error;
  });
}
