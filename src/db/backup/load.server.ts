import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { elementAt, firstOf } from '#platform/elements.ts';
import { SettingsError } from '#platform/env.server.ts';
import { migrationLock, migrationsFolder } from '../migrate.server.ts';
import { type DatabaseDump, quoted, type TableDump } from './model.ts';

type Migrations = ReturnType<typeof readMigrationFiles>;

/** Whether the database has no table, view or sequence other than those of extensions. */
export async function isEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query(`
    select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'drizzle', 'pgboss') and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`);
  return rows.length === 0;
}

/**
 * The program's migrations up to the version of the dump. @throws SettingsError when the dump is from a newer program
 * or from another chain of migrations
 */
export function migrationsOf(dump: Pick<DatabaseDump, 'migrations'>): Migrations {
  const known = readMigrationFiles({ migrationsFolder: migrationsFolder() });
  if (dump.migrations.length > known.length) {
    throw new SettingsError('Este backup é de uma versão mais nova do programa: restaure-o com ela.');
  }
  const needed = known.slice(0, dump.migrations.length);
  if (
    needed.some(({ hash, folderMillis }, at) => !isSame(elementAt(dump.migrations, at), hash, folderMillis))
  ) {
    throw new SettingsError(
      'Este backup é de um programa com outras migrações e não pode ser lido por este.',
    );
  }
  return needed;
}

/** Whether the dump has all of this program's migrations. @throws SettingsError as `migrationsOf` */
export const isNewest = (dump: Pick<DatabaseDump, 'migrations'>): boolean =>
  migrationsOf(dump).length === readMigrationFiles({ migrationsFolder: migrationsFolder() }).length;

const isSame = (ran: DatabaseDump['migrations'][number], hash: string, time: number): boolean =>
  ran.hash === hash && ran.time === time;

/**
 * Restores a dump into an empty database in one transaction; triggers do not fire. @throws SettingsError when the
 * database is not empty, or when rows are missing afterwards
 */
export async function loadDatabase(client: Client, folder: string, dump: DatabaseDump): Promise<void> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    if (!(await isEmpty(client))) {
      throw new SettingsError('O banco não está vazio: a restauração só escreve em um banco vazio.');
    }
    await makeSchema(client, migrationsOf(dump));
    const names = dump.tables.map(({ name }) => name);
    // Migrations may have inserted rows of their own.
    await client.query(`truncate ${names.map(quoted).join(', ')}`);
    for (const name of names) await client.query(`alter table ${quoted(name)} disable trigger user`);
    for (const table of inOrder(dump.tables, await listReferences(client))) {
      await loadTable(client, folder, table, table.name);
    }
    for (const name of names) await client.query(`alter table ${quoted(name)} enable trigger user`);
    for (const { name, value, isCalled } of dump.sequences) {
      await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), value, isCalled]);
    }
    for (const { name, rows } of dump.tables) await checkCount(client, name, rows);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function makeSchema(client: Client, migrations: Migrations): Promise<void> {
  for (const { sql } of migrations) for (const statement of sql) await client.query(statement);
  await client.query(`create schema if not exists drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
}

async function listReferences(client: Client): Promise<{ child: string; parent: string }[]> {
  const name = (column: string) =>
    `(select n.nspname || '.' || t.relname from pg_class t join pg_namespace n on n.oid = t.relnamespace where t.oid = ${column})`;
  const { rows } = await client.query<{ child: string; parent: string }>(
    `select ${name('conrelid')} as child, ${name('confrelid')} as parent from pg_constraint where contype = 'f'`,
  );
  return rows;
}

function inOrder(tables: TableDump[], references: { child: string; parent: string }[]): TableDump[] {
  const waiting = new Map(tables.map((table) => [table.name, table]));
  const ordered: TableDump[] = [];
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ name }) =>
      references.every(({ child, parent }) => child !== name || parent === name || !waiting.has(parent)),
    );
    if (free.length === 0) throw new Error(`tables in a circle: ${[...waiting.keys()].join(', ')}`);
    for (const table of free) waiting.delete(table.name);
    ordered.push(...free);
  }
  return ordered;
}

async function loadTable(client: Client, folder: string, table: TableDump, into: string): Promise<void> {
  const columns = table.columns.map(quoted).join(', ');
  const target = client.query(copyFrom(`copy ${quoted(into)} (${columns}) from stdin`));
  await pipeline(createReadStream(join(folder, table.file)), createGunzip(), target);
}

async function checkCount(client: Client, name: string, expected: number): Promise<void> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${quoted(name)}`);
  const { count } = firstOf(rows);
  if (Number(count) === expected) return;
  throw new SettingsError(`A tabela ${name} ficou com ${count} linhas em vez de ${expected}.`);
}

/**
 * Restores the unfinished jobs into the queue. Safe to repeat. @returns how many; null when the dump's queue has
 * another version and cannot be read
 */
export async function loadQueue(client: Client, folder: string, dump: DatabaseDump): Promise<number | null> {
  const { queue } = dump;
  if (!queue) return 0;
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version');
  if (rows[0]?.version !== queue.version) return null;
  await client.query('begin');
  try {
    for (const table of [queue.queues, queue.jobs]) {
      const columns = table.columns.map(quoted).join(', ');
      await client.query(`create temp table waiting (like ${quoted(table.name)}) on commit drop`);
      await loadTable(client, folder, table, 'waiting');
      const order = table === queue.queues ? 'order by dead_letter is not null' : '';
      await client.query(
        `insert into ${quoted(table.name)} (${columns}) select ${columns} from waiting ${order} on conflict do nothing`,
      );
      await client.query('drop table waiting');
    }
    await client.query('commit');
    return queue.jobs.rows;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
