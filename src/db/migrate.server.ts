import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { Pool } from 'pg';
import { SettingsError } from '#platform/env.server.ts';
import { causes } from './down.server.ts';

/** Any number that is ours: the key of the advisory lock under which migrations run. */
const lockKey = 7_304_611;

/** The project's root, seen from a source file as from the built program. */
export function projectRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`no package.json above ${import.meta.dirname}`);
    folder = parent;
  }
  return folder;
}

/**
 * Brings the database to the newest schema. Safe to repeat, and to run from several processes at once:
 * the others wait for the first.
 * @throws SettingsError when the server refuses the extensions that search needs.
 */
export async function migrate(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await runMigrations(drizzle(client), { migrationsFolder: join(projectRoot(), 'src/db/migrations') });
  } catch (error) {
    throw refusedExtension(error) ?? error;
  } finally {
    // Closing the connection gives back the lock and the timeout, whatever has happened.
    client.release(true);
  }
}

/** 42501: no right to create it. 0A000, 58P01, 22023: not installed on that server. */
function refusedExtension(error: unknown): SettingsError | null {
  const codes = ['42501', '0A000', '58P01', '22023'];
  for (const cause of causes(error)) {
    const { code, message } = cause as { code?: string; message?: string };
    const name = /extension "(\w+)"/.exec(message ?? '')?.[1];
    if (!name || !codes.includes(code ?? '')) continue;
    return new SettingsError(
      `DATABASE_URL: o servidor não deixa criar a extensão ${name}; peça ao administrador do banco que execute nele CREATE EXTENSION unaccent; e CREATE EXTENSION pg_trgm;`,
      { cause: error },
    );
  }
  return null;
}
