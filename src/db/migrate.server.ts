import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Client, type Pool } from 'pg';
import { SettingsError } from '#platform/env.server.ts';
import { projectRoot } from '#platform/project.server.ts';
import { causes } from './down.server.ts';

/** Key of the advisory lock under which migrations run; an arbitrary number. */
export const migrationLock = 7_304_611;

export const migrationsFolder = (): string => join(projectRoot(), 'src/db/migrations');

/**
 * Migrates the database to the newest schema. Safe to repeat, and from several processes at once: they wait for the
 * first. `ending` aborts it; the server then rolls back. @throws SettingsError when the role may not create the tables
 * or the extensions that search needs
 */
export async function migrate(pool: Pool, ending?: AbortSignal): Promise<void> {
  // Not from the pool: its connections have a statement timeout of seconds, and building an index over a large table
  // may take minutes.
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
    // Closing the connection releases the lock in every case.
    await client.end().catch(() => {});
  }
}

/** What the server does not let us create, as a sentence for the operator. */
function refusal(error: unknown): SettingsError | null {
  for (const cause of causes(error)) {
    const { code, message } = cause as { code?: string; message?: string };
    const extension = /extension "(\w+)"/.exec(message ?? '')?.[1];
    // 42501: no permission. The others: not installed on that server.
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
