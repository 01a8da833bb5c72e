import { randomUUID } from 'node:crypto';
import { readdir, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A path for a temporary file, named for this process. The caller removes it; after a kill, `sweepTemporary` does. */
export const temporaryPath = (ending: string): string =>
  join(tmpdir(), `sonoteca-${process.pid}-${randomUUID()}.${ending}`);

/** The process is missing in names of a former version. */
const ours = /^sonoteca-(?:(\d+)-)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\./;
/** Milliseconds after which no job still uses a file. */
const longest = 86_400_000;

/** Removes temporary files of processes that are gone, and those older than a day. Safe to repeat. @returns how many */
export async function sweepTemporary(folder = tmpdir()): Promise<number> {
  const started = Date.now() - process.uptime() * 1000;
  let swept = 0;
  for (const name of await readdir(folder)) {
    const match = ours.exec(name);
    if (!match) continue;
    const path = join(folder, name);
    const modified = (await stat(path).catch(() => null))?.mtimeMs;
    if (modified === undefined) continue;
    const pid = match[1] === undefined ? null : Number(match[1]);
    // A container's process has the same number after each start.
    const isLeft = pid === process.pid ? modified < started : pid !== null && !isAlive(pid);
    if (!isLeft && Date.now() - modified < longest) continue;
    await unlink(path).then(
      () => swept++,
      () => {},
    );
  }
  return swept;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, under another account.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
