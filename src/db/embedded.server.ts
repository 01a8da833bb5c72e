import { createHash, randomBytes } from 'node:crypto';
import { chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from '#platform/log.server.ts';
import { findBinaries, openHome, type PostgresAccount } from './embedded-home.server.ts';
import { endRunning, ensureRunning, findRunning, makeData, type Postmaster } from './postmaster.server.ts';

/** The system's limit for a socket path in bytes, minus the socket's name. */
const longestFolder = 107 - '/.s.PGSQL.5432'.length;

/** A private PostgreSQL below DATA_DIR, shared by all processes of this installation. */
export interface EmbeddedServer {
  /** Connects as the owner of the database `sonoteca`. Does not change while this process lives. */
  connectionString: string;
  /** Connects as the superuser; for tests. */
  adminConnectionString(database: string): string;
  /** True only in the process that created the data. */
  isNew: boolean;
  /** Whether this process started the server; false when it was running already. */
  started: boolean;
  /** Stops the server unless other processes of the program are still connected. */
  stop(): Promise<void>;
}

/**
 * Starts or adopts the embedded server, and restarts it whenever it dies while this process lives. As root, the server
 * runs as another account (embedded-home.server.ts). @throws when there is no binary for this machine, or with the
 * server's own message when it does not start
 */
export async function openEmbedded(
  dataDir: string,
  log: Logger,
  options: { durable?: boolean } = {},
): Promise<EmbeddedServer> {
  const { home, account } = await openHome(dataDir);
  const server: Postmaster = {
    binaries: (await findBinaries(account)).folder,
    home,
    account,
    socketFolder: await socketFolderFor(home, account),
    durable: options.durable ?? true,
  };
  const isNew = await makeData(server);
  const started = await ensureRunning(server);
  log.debug({ home, isNew, started }, 'banco embutido pronto');
  const endWatch = watch(server, log);
  /** Distinguishes this process's connections from those of others. */
  const name = `sonoteca-${process.pid}-${randomBytes(4).toString('hex')}`;
  const address = (user: string, database: string, application = name) =>
    `postgresql://${user}@localhost:5432/${database}?${new URLSearchParams({ host: server.socketFolder, application_name: application })}`;
  return {
    connectionString: address('sonoteca', 'sonoteca'),
    adminConnectionString: (database) => address('postgres', database),
    isNew,
    started,
    async stop() {
      await endWatch();
      if (!(await othersConnected(address('postgres', 'postgres', 'asking'), name))) await endRunning(server);
    },
  };
}

/** The home itself, or a short temporary folder when the home's path is too long for a socket. */
async function socketFolderFor(home: string, account: PostgresAccount | null): Promise<string> {
  if (Buffer.byteLength(home) <= longestFolder) return home;
  const hash = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const folder = join(Buffer.byteLength(tmpdir()) < 60 ? tmpdir() : '/tmp', `sonoteca-${hash}`);
  const uid = account?.uid ?? process.getuid?.();
  try {
    await mkdir(folder, { mode: 0o700 });
    if (account) await chown(folder, account.uid, account.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // In a world-writable folder another account may have created it first.
  const facts = await lstat(folder);
  if (!facts.isDirectory() || (facts.mode & 0o077) !== 0 || (facts.uid !== uid && facts.uid !== 0)) {
    throw new Error(`A pasta ${folder}, do banco embutido, é de outra conta; apague-a ou mude DATA_DIR.`);
  }
  return folder;
}

/** Checks once a second that the server runs, and starts it when not. @returns a function that ends the watch */
function watch(server: Postmaster, log: Logger): () => Promise<void> {
  let ended = false;
  let busy: Promise<void> = Promise.resolve();
  let resting = true;
  const timer = setInterval(() => {
    if (!resting) return;
    resting = false;
    busy = look().finally(() => {
      resting = true;
    });
  }, 1000);
  timer.unref();
  const look = async () => {
    if (ended || (await findRunning(server))?.status === 'ready') return;
    log.warn('o banco embutido parou; iniciando de novo');
    await ensureRunning(server).catch((error) => log.error({ err: error }, 'o banco embutido não voltou'));
  };
  return async () => {
    ended = true;
    clearInterval(timer);
    await busy;
  };
}

/**
 * Asks for half a second, because PostgreSQL lists closed connections for a moment longer; false without an answer.
 */
async function othersConnected(connectionString: string, name: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 3000, query_timeout: 3000 });
  client.on('error', () => {});
  try {
    await client.connect();
    for (let waited = 0; waited < 500; waited += 50) {
      const { rowCount } = await client.query(
        `select 1 from pg_stat_activity where application_name like 'sonoteca-%' and application_name <> $1 limit 1`,
        [name],
      );
      if (rowCount === 0) return false;
      await pause(50);
    }
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
