import { execFile } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../bench/site.ts';

/** A PostgreSQL server of the system's package with an empty database, on loopback. */
export interface ScratchPostgres {
  url: string;
  /** Ends all connections and starts anew; settles when the server takes connections again. */
  restart(): Promise<void>;
  remove(): Promise<void>;
}

/** The folder of the newest installed version. @throws Error when there is none */
function findPrograms(): string {
  const folders = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => versionOf(a) - versionOf(b));
  const newest = folders.at(-1);
  if (!newest) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  return newest;
}

const versionOf = (folder: string): number => Number(basename(dirname(folder)));

/** PostgreSQL refuses to run as root: the package's account. */
function accountOfPackage(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((text) => text.split(':'))
    .find(([name]) => name === 'postgres');
  if (!line) throw new Error('There is no account postgres.');
  return { uid: Number(line[2]), gid: Number(line[3]) };
}

/** Starts the server with fsync, as in operation. The caller removes it. @throws Error when it does not start */
export async function startPostgres(): Promise<ScratchPostgres> {
  const programs = findPrograms();
  const account = accountOfPackage();
  const folder = mkdtempSync(join(tmpdir(), 'sonoteca-soak-pg-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const run = (program: string, args: string[]) =>
    // The server keeps the streams of the program that starts it: its output goes nowhere, and errors to its log.
    promisify(execFile)(
      '/bin/sh',
      ['-c', 'exec "$@" >/dev/null 2>&1', 'sh', join(programs, program), ...args],
      {
        ...account,
        cwd: folder,
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      },
    );
  const data = join(folder, 'data');
  const port = String(await freePort());
  await run('initdb', ['-D', data, '-U', 'sonoteca', '-A', 'trust', '-E', 'UTF8']);
  const control = (...args: string[]) =>
    run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), ...args]);
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`;
  await control('-o', options, 'start');
  await run('createdb', ['-h', folder, '-p', port, '-U', 'sonoteca', 'sonoteca']);
  return {
    url: `postgres://sonoteca@127.0.0.1:${port}/sonoteca`,
    restart: async () => {
      await control('-o', options, '-m', 'fast', 'restart');
    },
    remove: async () => {
      await control('-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
