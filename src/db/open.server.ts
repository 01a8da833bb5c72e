import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { firstOf } from '#platform/elements.ts';
import { type Settings, SettingsError } from '#platform/env.server.ts';
import type { Logger } from '#platform/log.server.ts';
import { codeIn, isDatabaseDown } from './down.server.ts';
import { openEmbedded } from './embedded.server.ts';
import * as accounts from './schema/accounts.ts';
import * as catalog from './schema/catalog.ts';
import * as credits from './schema/credits.ts';
import * as downloads from './schema/downloads.ts';
import * as favorites from './schema/favorites.ts';
import * as media from './schema/media.ts';
import * as notifications from './schema/notifications.ts';
import * as projects from './schema/projects.ts';
import * as recordings from './schema/recordings.ts';
import * as search from './schema/search.ts';
import * as site from './schema/site.ts';
import * as subscriptions from './schema/subscriptions.ts';
import { logSlowQueries } from './slow-queries.server.ts';

export const schema = {
  ...accounts,
  ...catalog,
  ...credits,
  ...downloads,
  ...favorites,
  ...media,
  ...notifications,
  ...projects,
  ...recordings,
  ...search,
  ...site,
  ...subscriptions,
};

export type Database = NodePgDatabase<typeof schema>;
type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type Executor = Database | Transaction;

export interface OpenDatabase {
  db: Database;
  pool: Pool;
  connectionString: string;
  /** True when this start created the data; never with DATABASE_URL. */
  isNew: boolean;
  embedded: boolean;
  /** Closes the connections, and stops the embedded server when no other process uses it. Safe to repeat. */
  stop: () => Promise<void>;
}

/** Opens a pool with Drizzle on top. A lost connection is logged and replaced; it never ends the program. */
export function openPool(
  connectionString: string,
  log: Logger,
  slowMilliseconds?: number,
): { db: Database; pool: Pool } {
  const pool = new Pool({
    connectionString,
    max: Math.min(32, Math.max(10, availableParallelism() * 4)),
    fallback_application_name: 'sonoteca',
    // Time for a turn too: under load a request waits rather than fails.
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // The first rows of a table are the first for everybody, also while another connection reads it: page 2 of a search
    // continues page 1. Statements take milliseconds: starting parallel workers or the compiler takes longer than they
    // save, and several people are served at once anyway.
    options: '-c synchronize_seqscans=off -c max_parallel_workers_per_gather=0 -c jit=off',
    statement_timeout: 30_000,
    query_timeout: 35_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  // Without a listener, a connection that dies inside a transaction would end the program.
  pool.on('connect', (client) => client.on('error', () => {}));
  if (slowMilliseconds) logSlowQueries(pool, log, slowMilliseconds);
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'conexão com o banco perdida');
  });
  return { db: drizzle(pool, { schema }), pool };
}

/**
 * Opens the server of DATABASE_URL, or starts the embedded one below DATA_DIR. @throws SettingsError when DATABASE_URL
 * cannot be reached, is older than version 15 or is not in UTF-8
 */
export async function openDatabase(
  settings: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'> & Partial<Pick<Settings, 'SLOW_QUERY_MS'>>,
  log: Logger,
  ending?: AbortSignal,
): Promise<OpenDatabase> {
  const server = settings.DATABASE_URL ? null : await openEmbedded(settings.DATA_DIR, log);
  const connectionString = server?.connectionString ?? settings.DATABASE_URL ?? '';
  const { db, pool } = openPool(connectionString, log, settings.SLOW_QUERY_MS);
  let stopped: Promise<void> | null = null;
  const stop = async () => {
    await Promise.race([pool.end(), new Promise((done) => setTimeout(done, 5000).unref())]);
    await server?.stop();
  };
  const open: OpenDatabase = {
    db,
    pool,
    connectionString,
    isNew: server?.isNew ?? false,
    embedded: server !== null,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
  try {
    if (!server) await checkServer(pool, ending);
    return open;
  } catch (error) {
    await open.stop();
    throw error;
  }
}

/** Waits up to 15 s for a server that is starting, then checks its version and encoding. */
async function checkServer(pool: Pool, ending?: AbortSignal): Promise<void> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    try {
      const { rows } = await pool.query<{ version: number; encoding: string }>(
        `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
      );
      const { version, encoding } = firstOf(rows);
      if (version < 150_000) {
        throw new SettingsError(
          `DATABASE_URL: o servidor é o PostgreSQL ${Math.floor(version / 10_000)}; é preciso o 15 ou mais novo.`,
        );
      }
      if (encoding !== 'UTF8') {
        throw new SettingsError(`DATABASE_URL: o banco usa a codificação ${encoding}; é preciso UTF8.`);
      }
      return;
    } catch (error) {
      if (error instanceof SettingsError) throw error;
      if (!isDatabaseDown(error) || Date.now() > deadline) {
        const code = codeIn(error) ?? 'sem resposta';
        throw new SettingsError(`DATABASE_URL: não consigo conectar ao banco (${code}).`, { cause: error });
      }
      await pause(500, undefined, { signal: ending });
    }
  }
}

export { isDatabaseDown };
