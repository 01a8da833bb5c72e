import { and, asc, desc, eq, gt, inArray, lt } from 'drizzle-orm';
import { inBatches } from '#db/batches.ts';
import type { Database, Executor } from '#db/open.server.ts';
import { categories, packages } from '#db/schema/catalog.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import type { User } from '#features/accounts/model.ts';
import { visible } from '#features/catalog/queries.server.ts';
import { AppError } from '#platform/errors.ts';
import { type OwnRequest, openStatuses } from './model.ts';

export type RequestRow = typeof recordingRequests.$inferSelect;

/** A visible package with its kind; null for any other (CRE-15). */
export async function findVisiblePackage(
  db: Executor,
  packageId: string,
): Promise<{ id: string; title: string; kind: string } | null> {
  const [row] = await db
    .select({ id: packages.id, title: packages.title, kind: categories.kind })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(and(eq(packages.id, packageId), visible));
  return row ?? null;
}

/** The user's request with an idempotency key, or null. */
export async function findByKey(db: Executor, userId: string, key: string): Promise<RequestRow | null> {
  const [row] = await db
    .select()
    .from(recordingRequests)
    .where(and(eq(recordingRequests.userId, userId), eq(recordingRequests.idempotencyKey, key)));
  return row ?? null;
}

/** A user's own requests, newest first (CRE-17). */
export async function listOwnRequests(db: Database, user: User): Promise<OwnRequest[]> {
  const rows = await db
    .select()
    .from(recordingRequests)
    .where(eq(recordingRequests.userId, user.userId))
    .orderBy(desc(recordingRequests.createdAt), desc(recordingRequests.id))
    .limit(500);
  return rows.map((row) => ({
    id: row.id,
    packageTitle: row.packageTitle,
    radioName: row.radioName,
    creditsUsed: row.creditsUsed,
    status: row.status,
    dueAt: row.dueAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    deliveredName: row.status === 'completed' ? row.deliveredName : null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    revisionRequestedAt: row.revisionRequestedAt?.toISOString() ?? null,
  }));
}

/**
 * The delivered file of the user's own request; hidden even from administrators. @throws AppError `not-found`
 */
export async function getOwnDelivery(
  db: Database,
  user: User,
  requestId: string,
): Promise<{ key: string; name: string; heardKey: string | null }> {
  const [row] = await db
    .select({
      key: recordingRequests.deliveredKey,
      name: recordingRequests.deliveredName,
      heardKey: recordingRequests.heardKey,
    })
    .from(recordingRequests)
    .where(
      and(
        eq(recordingRequests.id, requestId),
        eq(recordingRequests.userId, user.userId),
        eq(recordingRequests.status, 'completed'),
      ),
    );
  if (!row?.key) throw new AppError('not-found', 'Gravação não encontrada.');
  return { key: row.key, name: row.name ?? 'gravacao.mp3', heardKey: row.heardKey };
}

/** Open requests past their due time, in batches. */
export const listLate = (
  db: Database,
  now: Date,
): AsyncGenerator<Pick<RequestRow, 'id' | 'radioName' | 'dueAt'>[]> =>
  inBatches('id', (after, length) =>
    db
      .select({
        id: recordingRequests.id,
        radioName: recordingRequests.radioName,
        dueAt: recordingRequests.dueAt,
      })
      .from(recordingRequests)
      .where(
        and(
          inArray(recordingRequests.status, openStatuses),
          lt(recordingRequests.dueAt, now),
          gt(recordingRequests.id, after),
        ),
      )
      .orderBy(asc(recordingRequests.id))
      .limit(length),
  );
