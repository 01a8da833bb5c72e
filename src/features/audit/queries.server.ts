import { and, count, desc, eq, gte, lt, type SQL } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { auditEntries } from '#db/schema/site.ts';

/** What the list can be narrowed by. */
export interface AuditFilter {
  actorEmail?: string;
  entity?: string;
  entityId?: string;
  from?: Date;
  /** Exclusive. */
  to?: Date;
}

const pageSize = 50;

/** A page of changes, newest first, with the number of all that match and the kinds of things there are. */
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
  return {
    entries: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    total: total[0]?.n ?? 0,
    pages: Math.max(1, Math.ceil((total[0]?.n ?? 0) / pageSize)),
    entities: entities.map(({ entity }) => entity),
    actors: actors.map(({ email }) => email),
  };
}
