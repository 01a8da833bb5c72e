import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresAccount } from './embedded-home.server.ts';

/** The parts of one embedded server; everything below `home` belongs to the account. */
export interface Postmaster {
  binaries: string;
  home: string;
  account: PostgresAccount | null;
  /** Folder of the Unix socket; the server listens nowhere else. */
  socketFolder: string;
  /** False only in tests: data may be lost in a power cut. */
  durable: boolean;
}

const dataFolder = (server: Postmaster) => join(server.home, 'data');

/** None of our environment (secrets, locale) reaches the server. */
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const mb = 1024 * 1024;

/** A share of the machine's memory, or of the container's, between two bounds; in MB. */
function memoryShare(share: number, least: number, most: number): string {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return `${Math.min(most, Math.max(least, Math.floor(memory / share / mb)))}MB`;
}

/** Sized by the machine, which the site and the pages cached by the system share; the rest is PostgreSQL's default. */
const parameters = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: memoryShare(256, 32, 128),
  effective_cache_size: memoryShare(2, 256, 65_536),
  work_mem: memoryShare(1024, 8, 64),
  maintenance_work_mem: memoryShare(64, 64, 512),
  jit: 'off',
  io_method: 'sync',
  max_logical_replication_workers: '0',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
};
const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '4GB' };

/** Runs a program as the server's account until it ends. @throws with its output when it fails */
async function run(server: Postmaster, program: string, args: string[], input = ''): Promise<void> {
  const child = spawn(join(server.binaries, program), args, {
    ...server.account,
    cwd: server.home,
    env: environment,
    stdio: 'pipe',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-4000);
    });
  }
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  if (code !== 0 || /\b(FATAL|PANIC|ERROR):/.test(output)) throw new Error(`${program} failed: ${output}`);
}

/** Creates the cluster if there is none; all or nothing. @returns true in the one process whose data were kept */
export async function makeData(server: Postmaster): Promise<boolean> {
  const data = dataFolder(server);
  if (await stat(data).catch(() => null)) return false;
  const unfinished = join(server.home, `new-${randomBytes(6).toString('hex')}`);
  try {
    await run(server, 'initdb', [
      `--pgdata=${unfinished}`,
      '--username=postgres',
      '--auth-local=trust',
      '--auth-host=reject',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(server.durable ? [] : ['--no-sync']),
    ]);
    const statements = 'create role sonoteca login\ncreate database sonoteca owner sonoteca\n';
    await run(server, 'postgres', ['--single', '-D', unfinished, 'postgres'], statements);
    await rename(unfinished, data);
    return true;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (await stat(data).catch(() => null)) return false;
    throw error;
  }
}

/** The running server according to the pid file, or null. */
export async function findRunning(server: Postmaster): Promise<{ pid: number; status: string } | null> {
  const lines = (await readFile(join(dataFolder(server), 'postmaster.pid'), 'utf8').catch(() => '')).split(
    '\n',
  );
  const pid = Number(lines[0]);
  if (!pid || !(await isPostgres(pid))) return null;
  return { pid, status: lines[7]?.trim() ?? 'starting' };
}

/** After a crash of the machine the pid may belong to any other program. */
async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres');
  return name.trim() === 'postgres';
}

/** Adopts a running server, else starts it; only one of several processes starts it. @returns whether this call did */
export async function ensureRunning(server: Postmaster, timeoutSeconds = 120): Promise<boolean> {
  const deadline = Date.now() + timeoutSeconds * 1000;
  let child: ChildProcess | null = null;
  let failures = 0;
  while (Date.now() < deadline) {
    const running = await findRunning(server);
    if (running?.status === 'ready') return running.pid === child?.pid;
    if (!running && (!child || hasEnded(child))) {
      // A child that loses the race for the pid file ends too; the next look finds the winner.
      if (child && ++failures > 3) break;
      child = await start(server);
    }
    await pause(failures > 0 ? 200 : 10);
  }
  const log = await readFile(join(server.home, 'server.log'), 'utf8').catch(() => '');
  throw new Error(`O banco embutido não iniciou:\n${log.slice(-2000)}`);
}

const hasEnded = (child: ChildProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

/** Removes a stale pid file whose pid now belongs to another program: the server would refuse to start. */
async function removeMisleadingPidFile(server: Postmaster): Promise<void> {
  const path = join(dataFolder(server), 'postmaster.pid');
  const pid = Number((await readFile(path, 'utf8').catch(() => '')).split('\n')[0]);
  if (pid && !(await isPostgres(pid))) await rm(path, { force: true });
}

async function start(server: Postmaster): Promise<ChildProcess> {
  const version = (await readFile(join(dataFolder(server), 'PG_VERSION'), 'utf8')).trim();
  if (version !== '18')
    throw new Error(`Os dados em ${server.home} são do PostgreSQL ${version}, não do 18.`);
  await removeMisleadingPidFile(server);
  const settings = Object.entries({ ...parameters, ...(server.durable ? {} : careless) });
  const logPath = join(server.home, 'server.log');
  const old = await stat(logPath).catch(() => null);
  if (old && old.size > 1_000_000) await rename(logPath, `${logPath}.1`);
  const log = await open(logPath, 'a', 0o600);
  try {
    const child = spawn(
      join(server.binaries, 'postgres'),
      [
        '-D',
        dataFolder(server),
        '-k',
        server.socketFolder,
        ...settings.flatMap(([k, v]) => ['-c', `${k}=${v}`]),
      ],
      // Its own process group: Ctrl+C in a terminal ends us, and we stop the server last.
      {
        ...server.account,
        cwd: server.home,
        env: environment,
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      },
    );
    child.once('error', () => {});
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

/** Stops the server: running statements are cancelled and rolled back. Resolves when it has ended. */
export async function endRunning(server: Postmaster): Promise<void> {
  const running = await findRunning(server);
  if (!running) return;
  process.kill(running.pid, 'SIGINT');
  for (let waited = 0; waited < 15_000; waited += 10) {
    const still = await findRunning(server);
    if (still?.pid !== running.pid) return;
    if (waited === 10_000) process.kill(running.pid, 'SIGQUIT');
    await pause(10);
  }
}
