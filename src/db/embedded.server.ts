import { createHash, randomBytes } from 'node:crypto';
import { chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from '#platform/log.server.ts';
import { findBinaries, openHome, type PostgresAccount } from './embedded-home.server.ts';
import { endRunning, ensureRunning, findRunning, makeData, type Postmaster } from './postmaster.server.ts';

/** Bytes of the longest socket path that the system takes, less the name of the socket. */
const longestFolder = 107 - '/.s.PGSQL.5432'.length;

/** A PostgreSQL of our own below DATA_DIR, shared by all processes of this installation. */
export interface EmbeddedServer {
  /** For the program: owner of the database `sonoteca`, nothing more. The same for as long as this process lives. */
  connectionString: string;
  /** For tests: the superuser, without a database. */
  adminConnectionString(database: string): string;
  /** True in the one process that made the data. */
  isNew: boolean;
  /** Whether this process started it; else it was running. */
  started: boolean;
  /** Ends the server unless other processes of the program are still connected: the last one out ends it. */
  stop(): Promise<void>;
}

/**
 * Starts or adopts the embedded server, and starts it again whenever it has died while this process lives.
 * As root the server runs as another account (embedded-home.server.ts).
 * @throws when there is no binary for this machine, or with the server's own words when it does not start.
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
  /** Tells this process's connections from those of others that use the server. */
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

/** The home itself, or a short folder below the system's temporary one where the home's path is too long. */
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
  // In a folder that all may write, somebody else may have made it first.
  const facts = await lstat(folder);
  if (!facts.isDirectory() || (facts.mode & 0o077) !== 0 || (facts.uid !== uid && facts.uid !== 0)) {
    throw new Error(`A pasta ${folder}, do banco embutido, é de outra conta; apague-a ou mude DATA_DIR.`);
  }
  return folder;
}

/** Looks once a second whether the server lives, and starts it when not. @returns the way to end the watch. */
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
 * Whether another process of the program uses the server; not when it cannot be asked. Asks for half a second:
 * connections that were closed just now, here or there, are still listed for a moment.
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
