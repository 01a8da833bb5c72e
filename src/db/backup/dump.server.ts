import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { firstOf } from '#platform/elements.ts';
import { type DatabaseDump, quoted, type TableDump } from './model.ts';

/** The tables of the site and the migrator's own table; tables of extensions are left out. */
const ownTables = `
  select n.nspname || '.' || c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'drizzle') and c.relkind = 'r'
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by 1`;

const storedColumns = `
  select attname as name from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`;

/**
 * Writes every table of the site into files below `folder`, as the client's transaction sees them. Unfinished jobs are
 * dumped too; a job that runs during the dump is retried after the restore.
 */
export async function dumpDatabase(client: Client, folder: string): Promise<DatabaseDump> {
  await mkdir(join(folder, 'tables'), { recursive: true, mode: 0o700 });
  const { rows } = await client.query<{ name: string }>(ownTables);
  const tables: TableDump[] = [];
  for (const { name } of rows) tables.push(await dumpTable(client, folder, name));
  return {
    migrations: await listMigrations(client),
    tables,
    sequences: await listSequences(client),
    queue: await dumpQueue(client, folder),
  };
}

export async function listMigrations(client: Client): Promise<DatabaseDump['migrations']> {
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    'select hash, created_at from drizzle.__drizzle_migrations order by created_at',
  );
  return rows.map(({ hash, created_at }) => ({ hash, time: Number(created_at) }));
}

async function listSequences(client: Client): Promise<DatabaseDump['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select schemaname || '.' || sequencename as name from pg_sequences
     where schemaname in ('public', 'drizzle') order by 1`,
  );
  const sequences: DatabaseDump['sequences'] = [];
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quoted(name)}`,
    );
    sequences.push({ name, ...firstOf(found) });
  }
  return sequences;
}

async function dumpQueue(client: Client, folder: string): Promise<DatabaseDump['queue']> {
  const { rows } = await client.query(`select to_regclass('pgboss.version') as there`);
  if (rows[0].there === null) return null;
  const { rows: versions } = await client.query<{ version: number }>('select version from pgboss.version');
  if (!versions[0]) return null;
  const waiting = `where state < 'completed'`;
  const again = new Map([['state', `case when state = 'active' then 'retry' else state end`]]);
  return {
    version: versions[0].version,
    queues: await dumpTable(client, folder, 'pgboss.queue'),
    jobs: await dumpTable(client, folder, 'pgboss.job', { where: waiting, instead: again }),
  };
}

async function dumpTable(
  client: Client,
  folder: string,
  name: string,
  { where = '', instead = new Map<string, string>() } = {},
): Promise<TableDump> {
  const { rows } = await client.query<{ name: string }>(storedColumns, [quoted(name)]);
  const columns = rows.map((column) => column.name);
  const chosen = columns.map((column) => instead.get(column) ?? quoted(column)).join(', ');
  const file = `tables/${name}.copy.gz`;
  const hash = createHash('sha256');
  const source = client.query(copyTo(`copy (select ${chosen} from ${quoted(name)} ${where}) to stdout`));
  const target = createWriteStream(join(folder, file), { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(source, createGzip({ level: 6 }), hashing(hash), target);
  return { name, columns, rows: source.rowCount, file, sha256: hash.digest('hex') };
}

export function hashing(hash: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}
