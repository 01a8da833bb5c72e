import { desc, eq, getTableColumns } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#db/open.server.ts';
import type { User } from '#features/accounts/model.ts';
import { holdings } from './holdings.ts';

type Row = Record<string, unknown>;

/** Everything stored about a person, newest first, without secrets and others' data (A-84). */
export async function exportData(db: Database, user: User): Promise<Record<string, Row | Row[] | null>> {
  const parts = holdings.map(async ({ owner, exported }) => {
    if ('because' in exported) return [];
    const rows = await ownRows(db, owner, user.userId, exported.without ?? []);
    return [[exported.as, exported.isOne ? (rows[0] ?? null) : rows] as const];
  });
  const data = Object.fromEntries((await Promise.all(parts)).flat());
  return { ...data, perfil: { ...data.perfil, avatarUrl: user.avatarUrl } };
}

async function ownRows(db: Database, owner: PgColumn, userId: string, without: readonly string[]) {
  const all = Object.entries(getTableColumns(owner.table));
  const columns = Object.fromEntries(all.filter(([name]) => !without.includes(name)));
  const rows = db.select(columns).from(owner.table).where(eq(owner, userId));
  const { createdAt } = columns;
  return createdAt ? rows.orderBy(desc(createdAt)) : rows;
}
