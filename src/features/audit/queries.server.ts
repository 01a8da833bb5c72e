import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { among } from '#db/conditions.ts';
import { type List, orderOf, readList } from '#db/list.server.ts';
import type { Database } from '#db/open.server.ts';
import { auditEntries } from '#db/schema/site.ts';
import type { Place } from '#platform/list.ts';

export interface AuditFilter {
  actorEmail?: string;
  entity?: string;
  entityId?: string;
  from?: Date;
  /** Exclusive. */
  to?: Date;
}

const { id, createdAt, actorEmail, entity, entityId } = auditEntries;

const changesOf = (filter: AuditFilter): List => ({
  from: sql`${auditEntries}`,
  where: and(
    filter.actorEmail ? eq(actorEmail, filter.actorEmail) : undefined,
    filter.entity ? eq(entity, filter.entity) : undefined,
    filter.entityId ? eq(entityId, filter.entityId) : undefined,
    filter.from ? gte(createdAt, filter.from) : undefined,
    filter.to ? lt(createdAt, filter.to) : undefined,
  ),
  id,
  order: [createdAt, id],
  descending: true,
  size: 50,
});

/** A page of changes, newest first, with the existing entities, and the current names of the ids. */
export async function listChanges(db: Database, filter: AuditFilter, place: Place) {
  const list = changesOf(filter);
  const [{ ids, page }, entities, actors] = await Promise.all([
    readList(db, list, place),
    listDistinct(db, entity),
    listDistinct(db, actorEmail),
  ]);
  const rows = await db.select().from(auditEntries).where(among(id, ids)).orderBy(orderOf(list));
  return {
    page,
    names: await namesOf(db, rows),
    entries: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    entities,
    actors,
  };
}

/** The newest changes of all, with the current names of their ids. */
export async function listLatestChanges(db: Database, limit: number) {
  const entries = await db
    .select()
    .from(auditEntries)
    .orderBy(orderOf(changesOf({})))
    .limit(limit);
  return { entries, names: await namesOf(db, entries) };
}

/** The values of an indexed column: one step into the index for each, not one for each row. */
async function listDistinct(db: Database, column: PgColumn): Promise<string[]> {
  const { rows } = await db.execute<{ value: string }>(sql`
    with recursive known as (
      (select ${column} as value from ${column.table} order by ${column} limit 1)
      union all
      select (select ${column} from ${column.table} where ${column} > known.value order by ${column} limit 1)
      from known where known.value is not null
    )
    select value from known where value is not null`);
  return rows.map(({ value }) => value);
}

/** Current titles, names and e-mails of the ids in these rows; deleted ones are missing. */
async function namesOf(
  db: Database,
  rows: (typeof auditEntries.$inferSelect)[],
): Promise<Record<string, string>> {
  const ids = new Set(rows.flatMap(({ entityId, before, after }) => idsIn([entityId, before, after])));
  if (ids.size === 0) return {};
  const anyId = sql`any(${sql.param([...ids])}::text[])`;
  const found = await db.execute<{ id: string; name: string | null }>(sql`
    select id, title as name from packages where id = ${anyId}
    union all select id, name from categories where id = ${anyId}
    union all select id, email from users where id = ${anyId}
    union all select id, radio_name from recording_requests where id = ${anyId}
    union all select id, folder_name from imports where id = ${anyId}
    union all select id, licensee from licences where id = ${anyId}`);
  return Object.fromEntries(found.rows.flatMap(({ id, name }) => (name ? [[id, name]] : [])));
}

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^[\w-]{1,64}$/.test(value) ? [value] : [];
  return value && typeof value === 'object' ? Object.values(value).flatMap(idsIn) : [];
}
