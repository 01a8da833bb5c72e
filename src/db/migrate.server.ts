import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Client, type Pool } from 'pg';
import { SettingsError } from '#platform/env.server.ts';
import { projectRoot } from '#platform/project.server.ts';
import { causes } from './down.server.ts';

/** Any number that is ours: the key of the advisory lock under which migrations run. */
export const migrationLock = 7_304_611;

/** Where the migrations lie. */
export const migrationsFolder = (): string => join(projectRoot(), 'src/db/migrations');

/**
 * Brings the database to the newest schema. Safe to repeat, and to run from several processes at once:
 * the others wait for the first. Told to end meanwhile, it breaks off: the server rolls back what was begun.
 * @throws SettingsError when the server does not let us make the tables, or the extensions that search needs.
 */
export async function migrate(pool: Pool, ending?: AbortSignal): Promise<void> {
  // Not one of the pool's: those give up on a statement after some seconds, and an index over a large table, or
  // another process that builds it, may take minutes.
  const client = new Client({
    connectionString: pool.options.connectionString,
    fallback_application_name: 'sonoteca-migration',
    keepAlive: true,
  });
  client.on('error', () => {});
  const breakOff = () => void client.end();
  ending?.addEventListener('abort', breakOff);
  try {
    ending?.throwIfAborted();
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await runMigrations(drizzle(client), { migrationsFolder: migrationsFolder() });
  } catch (error) {
    throw refusal(error) ?? error;
  } finally {
    ending?.removeEventListener('abort', breakOff);
    // Closing the connection gives back the lock, whatever has happened.
    await client.end().catch(() => {});
  }
}

/** What the server does not let us make, as a sentence for the operator. */
function refusal(error: unknown): SettingsError | null {
  for (const cause of causes(error)) {
    const { code, message } = cause as { code?: string; message?: string };
    const extension = /extension "(\w+)"/.exec(message ?? '')?.[1];
    // 42501: no right to it. The others: not installed on that server.
    if (extension && ['42501', '0A000', '58P01', '22023'].includes(code ?? '')) {
      return new SettingsError(
        `DATABASE_URL: o servidor não deixa criar a extensão ${extension}; peça ao administrador que execute neste banco CREATE EXTENSION unaccent; e CREATE EXTENSION pg_trgm;`,
        { cause: error },
      );
    }
    if (code === '42501') {
      return new SettingsError(
        'DATABASE_URL: a conta não tem o direito de criar esquemas e tabelas neste banco.',
        {
          cause: error,
        },
      );
    }
  }
  return null;
}
