import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { migrationLock } from '#db/migrate.server.ts';
import { strongPasswords } from '#features/accounts/passwords-gateway.server.ts';
import { readSettings } from '#platform/env.server.ts';
import { openLog } from '#platform/log.server.ts';
import { emptyDatabase } from '#tests/database.ts';
import { run } from './run.ts';

const folder = await mkdtemp(join(tmpdir(), 'sonoteca-run-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A start on an empty database, with a second connection that observes it. */
async function aStart(more: Partial<Parameters<typeof run>[0]> = {}) {
  const connectionString = await emptyDatabase();
  const given = {
    DATA_DIR: folder,
    DATABASE_URL: connectionString,
    ALLOW_SIMULATED_PAYMENTS: 'on',
    PORT: '0',
  };
  const outside = new Client({ connectionString });
  await outside.connect();
  afterAll(() => outside.end());
  const ending = new AbortController();
  const start = () =>
    run({
      settings: readSettings(given, folder),
      log: openLog('silent'),
      roles: ['web', 'worker'],
      ending,
      openServer: async () => createServer((_, res) => res.end('oi')),
      onEmbedded: async () => {},
      ...more,
    });
  /** What other connections to the database wait for; one line each. */
  const connections = async () => {
    const others = `select coalesce(wait_event, '') as event from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    return (await outside.query<{ event: string }>(others)).rows.map(({ event }) => event);
  };
  return { ending, start, outside, connections };
}

describe('OPS-07: told to end during the start, the program leaves nothing open', () => {
  it('before the database', async () => {
    const { ending, start, connections } = await aStart();
    ending.abort();
    await expect(start()).rejects.toThrow('aborted');
    expect(await connections()).toEqual([]);
  });

  it('during the migration, even one that waits for another process', async () => {
    const { ending, start, outside, connections } = await aStart();
    await outside.query('select pg_advisory_lock($1)', [migrationLock]);
    const started = start();
    const refused = expect(started).rejects.toThrow();
    await expect.poll(connections).toContain('advisory');
    ending.abort();
    await refused;
    await outside.query('select pg_advisory_unlock_all()');
    await expect.poll(connections).toEqual([]);
    const { rows } = await outside.query(`select 1 from pg_tables where schemaname = 'public'`);
    expect(rows).toEqual([]);
  });

  it('while the server is made, and between listening and the jobs', async () => {
    const { ending, start, connections } = await aStart({
      openServer: async () => {
        ending.abort();
        return server;
      },
    });
    const server = createServer();
    await expect(start()).rejects.toThrow('aborted');
    expect(server.listening).toBe(false);
    await expect.poll(connections).toEqual([]);
  });
});

it('a start that fails leaves nothing open either', async () => {
  const { start, connections } = await aStart({
    openServer: () => Promise.reject(new Error('no server')),
  });
  await expect(start()).rejects.toThrow('no server');
  await expect.poll(connections).toEqual([]);
});

it('a running site ends in order when it is told so, once for all who ask', async () => {
  const { start, connections } = await aStart();
  const { stop, url } = await start();
  expect(await (await fetch(`${url}/`)).text()).toBe('oi');
  await Promise.all([stop(), stop()]);
  await expect.poll(connections).toEqual([]);
});

it('a running site keeps passwords by the strong hash, not by the cheap one of tests', async () => {
  const { start } = await aStart();
  const { app, stop } = await start();
  expect(await strongPasswords.verify(await app.auth.hashPassword('segredo'), 'segredo')).toBe(true);
  await stop();
});
