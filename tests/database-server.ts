import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '#db/embedded.server.ts';
import { migrate } from '#db/migrate.server.ts';
import { openPool } from '#db/open.server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the test server with `DATABASE` as the database's name. */
    testDatabaseAddress: string;
  }
}

/** Vitest's global setup: one embedded server per run, with a migrated template to clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'sonoteca-test-'));
  const log = pino({ level: 'warn' });
  // mkdtemp makes the folder private; the server's account must traverse it.
  if (process.getuid?.() === 0) await import('node:fs/promises').then((fs) => fs.chmod(folder, 0o755));
  const server = await openEmbedded(folder, log, { durable: false });
  const admin = new Client({ connectionString: server.adminConnectionString('postgres') });
  await admin.connect();
  await admin.query('create database template_sonoteca');
  await admin.end();
  const { pool } = openPool(server.adminConnectionString('template_sonoteca'), log);
  await migrate(pool);
  await pool.end();
  project.provide('testDatabaseAddress', server.adminConnectionString('DATABASE'));
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
