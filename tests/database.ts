import { Client, type Pool } from 'pg';
import pino from 'pino';
import { afterAll, inject } from 'vitest';
import { type Database, openPool } from '#db/open.server.ts';
import { Bus } from '#platform/bus.server.ts';
import { newId } from '#platform/ids.ts';
import type { Logger } from '#platform/log.server.ts';

export interface TestDatabase {
  db: Database;
  pool: Pool;
  connectionString: string;
  bus: Bus;
  log: Logger;
}

/** Runs a statement on the test server, outside of any test's database. */
async function onServer(statement: string): Promise<void> {
  const client = new Client({
    connectionString: inject('testDatabaseAddress').replace('DATABASE', 'postgres'),
  });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A migrated, empty database per test file: `const { db } = await testDatabase();` at its top or in a `describe`. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `test_${newId()}`;
  await onServer(`create database ${name} template template_sonoteca`);
  const connectionString = inject('testDatabaseAddress').replace('DATABASE', name);
  const log = pino({ level: 'silent' });
  const { db, pool } = openPool(connectionString, log);
  const bus = new Bus(pool, connectionString, log);
  await bus.start();
  afterAll(async () => {
    await bus.stop();
    await pool.end();
    await onServer(`drop database if exists ${name} with (force)`);
  });
  return { db, pool, connectionString, bus, log };
}

/** The URL of an empty database without tables, dropped when the test file ends. */
export async function emptyDatabase(): Promise<string> {
  const name = `test_${newId()}`;
  await onServer(`create database ${name} template template0`);
  afterAll(() => onServer(`drop database if exists ${name} with (force)`));
  return inject('testDatabaseAddress').replace('DATABASE', name);
}
