import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { afterAll, describe, expect, it } from 'vitest';
import { licenceTexts } from '#db/schema/licences.ts';
import type { User } from '#features/accounts/model.ts';
import { systemClock } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import { openDiskStorage } from '#platform/storage/disk.server.ts';
import { aTrack, aUser } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { deleteAccount } from './delete-account.server.ts';
import { holdings } from './holdings.ts';
import { exportData } from './queries.server.ts';

const { db, bus, connectionString, log } = await testDatabase();
const nameOf = ({ owner }: (typeof holdings)[number]) => getTableName(owner.table);

/** Columns that identify a person, by reference or by name. */
const telling = sql`
  select distinct c.table_name as "table"
  from information_schema.columns c
  left join information_schema.key_column_usage k using (table_schema, table_name, column_name)
  left join information_schema.referential_constraints r using (constraint_schema, constraint_name)
  left join information_schema.constraint_column_usage u
    on u.constraint_schema = r.constraint_schema and u.constraint_name = r.constraint_name
  where c.table_schema = 'public'
    and (u.table_name = 'users' or c.column_name ~ '(user|person|actor|author|owner|customer)(_id)?$|email$|_by$|whatsapp|ip_address')
  order by 1`;

describe('the list of holdings', () => {
  it('B.12, A-84: names every table that holds a user’s id, e-mail or number of customer', async () => {
    const listed = new Set(holdings.map(nameOf));
    const { rows } = await db.execute<{ table: string }>(telling);
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.map(({ table }) => table).filter((table) => !listed.has(table))).toEqual([]);
  });

  it('B.12: lets no secret into the export', () => {
    const secret = /token|secret|password|hash|codes|publicKey|credential|idempotencyKey/i;
    const open = holdings.flatMap((holding) => {
      if ('because' in holding.exported) return [];
      const { without = [] } = holding.exported;
      const columns = Object.keys(getTableColumns(holding.owner.table));
      expect(columns, nameOf(holding)).toEqual(expect.arrayContaining([...without]));
      return columns.filter((name) => secret.test(name) && !without.includes(name));
    });
    expect(open).toEqual([]);
  });
});

/** A value of the column's type; a marker where the export leaves the column out. */
function valueFor(column: PgColumn): unknown {
  if (column.dataType === 'string') return `segredo-${newId()}`;
  if (column.dataType === 'date') return new Date();
  if (column.dataType === 'boolean') return false;
  return column.dataType === 'number' ? 1 : {};
}

/** Inserts a row of this person into every listed table. */
async function fill(user: User): Promise<void> {
  const { userId } = user;
  const lot = newId();
  const project = newId();
  const owners: Record<string, string> = {
    stored_objects: `avatars/${userId}/avatar.gif`,
    notifications: `fair-use:${userId}:2026-11-21`,
  };
  const more: Record<string, object> = {
    user_credits: { id: lot },
    credit_entries: { creditId: lot },
    projects: { id: project },
    project_shares: { projectId: project },
    project_answers: { projectId: project },
    project_tracks: { projectId: project },
    own_cues: { trackId: (await aTrack(db)).id },
    track_marks: { trackId: (await aTrack(db)).id },
    stored_objects: { bucket: 'avatars' },
    recording_requests: { whatsapp: '5511999990000', radioName: 'Rádio da Ana' },
    audit_entries: { actorEmail: user.email },
    licences: { hashes: [], textSha256: await aLicenceText() },
  };
  for (const holding of holdings) {
    const table = nameOf(holding);
    if (table === 'users' || table === 'profiles') continue;
    const { owner, exported } = holding;
    const without = 'because' in exported ? [] : (exported.without ?? []);
    const columns = Object.entries(getTableColumns(owner.table));
    const row = columns.flatMap(([name, column]) => {
      if (column === owner) return [[name, owners[table] ?? userId]];
      const isNeeded = (column.notNull && !column.hasDefault) || without.includes(name);
      return isNeeded && column.dataType !== 'array' ? [[name, valueFor(column as PgColumn)]] : [];
    });
    await db.insert(owner.table).values({ ...Object.fromEntries(row), ...more[table] });
  }
}

async function aLicenceText(): Promise<string> {
  const row = { sha256: newId(), text: 'O texto da licença.' };
  await db.insert(licenceTexts).values(row);
  return row.sha256;
}

async function tablesWith(words: string): Promise<string[]> {
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const found = [];
  for (const { name } of tables.rows) {
    const { rows } = await db.execute(
      sql`select 1 from ${sql.identifier(name)} t where position(${words} in t::text) > 0 limit 1`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe('a person of whom every table knows', async () => {
  const jobs = await openJobs({ connectionString, db, log });
  const folder = await mkdtemp(join(tmpdir(), 'sonoteca-holdings-'));
  const storage = await openDiskStorage({ DATA_DIR: folder });
  afterAll(async () => {
    await jobs.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const user = await aUser(db);
  const stranger = await aUser(db);
  await fill(user);
  await fill(stranger);

  it('B.12, PRO-22: is handed a row of every exported table, no secret, and nobody else’s', async () => {
    const data = await exportData(db, user);
    const names = holdings.flatMap(({ exported }) => ('as' in exported ? [exported.as] : []));
    expect(Object.keys(data).sort()).toEqual(names.sort());
    for (const name of names) expect([data[name]].flat(), name).toMatchObject([expect.anything()]);
    const text = JSON.stringify(data);
    expect(text).not.toContain(stranger.userId);
    expect(text).not.toContain(stranger.email);
    const secrets = await db.execute<{ token: string }>(sql`select token from sessions`);
    for (const { token } of secrets.rows) expect(text).not.toContain(token);
  });

  it('B.12, A-84: leaves every table with the account, or as the list says', async () => {
    expect(await deleteAccount({ db, bus, jobs, storage, clock: systemClock }, user)).toEqual({ ok: true });
    const staying = holdings.filter(({ end }) => typeof end === 'object' && 'stays' in end).map(nameOf);
    expect(staying).toEqual(expect.arrayContaining(await tablesWith(user.userId)));
    expect(await tablesWith(user.email), 'the e-mail').toEqual(['audit_entries']);
    for (const words of ['5511999990000', 'Rádio da Ana']) {
      const { rows } = await db.execute(
        sql`select 1 from recording_requests t where position(${words} in t::text) > 0`,
      );
      expect(rows, 'only the stranger’s').toHaveLength(1);
    }
    for (const { owner, end } of holdings) {
      if (end === 'goes' || 'stays' in end) continue;
      const nameless = await db.select().from(owner.table).where(sql`${owner} is null`);
      expect(nameless, getTableName(owner.table)).toHaveLength(1);
      expect(await db.select().from(owner.table).where(eq(owner, stranger.userId))).toHaveLength(1);
    }
  });
});
