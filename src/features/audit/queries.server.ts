import { and, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { auditEntries } from '#db/schema/site.ts';

export interface AuditFilter {
  actorEmail?: string;
  entity?: string;
  entityId?: string;
  from?: Date;
  /** Exclusive. */
  to?: Date;
}

const pageSize = 50;

/** A page of changes, newest first, with the total, the existing entities, and the current names of the ids. */
export async function listChanges(db: Database, filter: AuditFilter, page: number) {
  const conditions: (SQL | undefined)[] = [
    filter.actorEmail ? eq(auditEntries.actorEmail, filter.actorEmail) : undefined,
    filter.entity ? eq(auditEntries.entity, filter.entity) : undefined,
    filter.entityId ? eq(auditEntries.entityId, filter.entityId) : undefined,
    filter.from ? gte(auditEntries.createdAt, filter.from) : undefined,
    filter.to ? lt(auditEntries.createdAt, filter.to) : undefined,
  ];
  const where = and(...conditions);
  const [rows, total, entities, actors] = await Promise.all([
    db
      .select()
      .from(auditEntries)
      .where(where)
      .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
      .limit(pageSize)
      .offset((Math.max(1, page) - 1) * pageSize),
    db.select({ n: count() }).from(auditEntries).where(where),
    db.selectDistinct({ entity: auditEntries.entity }).from(auditEntries).orderBy(auditEntries.entity),
    db.selectDistinct({ email: auditEntries.actorEmail }).from(auditEntries).orderBy(auditEntries.actorEmail),
  ]);
  const names = await namesOf(db, rows);
  return {
    names,
    entries: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    total: total[0]?.n ?? 0,
    pages: Math.max(1, Math.ceil((total[0]?.n ?? 0) / pageSize)),
    entities: entities.map(({ entity }) => entity),
    actors: actors.map(({ email }) => email),
  };
}

/** The newest changes of all, with the current names of their ids. */
export async function listLatestChanges(db: Database, limit: number) {
  const entries = await db
    .select()
    .from(auditEntries)
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .limit(limit);
  return { entries, names: await namesOf(db, entries) };
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
    union all select id, folder_name from imports where id = ${anyId}`);
  return Object.fromEntries(found.rows.flatMap(({ id, name }) => (name ? [[id, name]] : [])));
}

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^[\w-]{1,64}$/.test(value) ? [value] : [];
  return value && typeof value === 'object' ? Object.values(value).flatMap(idsIn) : [];
}
