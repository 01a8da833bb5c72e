import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { among } from '#db/conditions.ts';
import { type List, orderOf, readList } from '#db/list.server.ts';
import type { Database } from '#db/open.server.ts';
import { profiles, users } from '#db/schema/accounts.ts';
import { type RecordingStatus, recordingRequests } from '#db/schema/recordings.ts';
import type { Admin } from '#features/accounts/model.ts';
import { shownEmail } from '#platform/email.server.ts';
import { formatDeadline } from '#platform/format.ts';
import type { ListPage } from '#platform/list.ts';
import { placeSchema } from '#platform/place.ts';
import { openStatuses, statuses, statusFacts } from './model.ts';

export const requestFilterSchema = z.object({
  status: z
    .enum([...statuses, 'late'])
    .nullable()
    .catch(null),
  ...placeSchema.shape,
});
export type RequestFilter = z.infer<typeof requestFilterSchema>;

/** A request as administrators see it; it stays readable when package or person are deleted (REQ-07). */
export interface ListedRequest {
  id: string;
  radioName: string;
  whatsapp: string;
  creditsUsed: number;
  status: string;
  next: readonly RecordingStatus[];
  packageTitle: string;
  /** Null: the account is deleted. */
  requesterId: string | null;
  requesterName: string | null;
  requesterEmail: string | null;
  createdAt: string;
  dueAt: string;
  isLate: boolean;
  /** `faltam 5 h`, `atrasada há 2 h`; null when nothing waits. */
  deadline: string | null;
  deliveredName: string | null;
}

const isOpen = inArray(recordingRequests.status, openStatuses);

/** First what waits, the nearest deadline first; then what is done, the latest deadline first. */
const requestsOf = (filter: RequestFilter, now: Date): List => ({
  from: sql`${recordingRequests}`,
  where: matching(filter.status, now),
  id: recordingRequests.id,
  order: [
    sql`case when ${isOpen} then 0 else 1 end`,
    sql`extract(epoch from ${recordingRequests.dueAt}) * case when ${isOpen} then 1 else -1 end`,
    recordingRequests.id,
  ],
  size: 50,
});

/** A page of requests by deadline (REQ-06). */
export async function listRequests(
  db: Database,
  _admin: Admin,
  filter: RequestFilter,
  now: Date,
): Promise<{ requests: ListedRequest[]; page: ListPage }> {
  const list = requestsOf(filter, now);
  const { ids, page } = await readList(db, list, filter);
  const rows = await db
    .select({ request: recordingRequests, name: profiles.displayName, email: users.email })
    .from(recordingRequests)
    .leftJoin(users, eq(users.id, recordingRequests.userId))
    .leftJoin(profiles, eq(profiles.userId, recordingRequests.userId))
    .where(among(recordingRequests.id, ids))
    .orderBy(orderOf(list));
  const requests = rows.map(({ request, name, email }) => ({
    id: request.id,
    radioName: request.radioName,
    whatsapp: request.whatsapp,
    creditsUsed: request.creditsUsed,
    status: request.status,
    next: statusFacts(request.status).next,
    packageTitle: request.packageTitle,
    requesterId: request.userId,
    requesterName: name,
    requesterEmail: email && shownEmail(email),
    createdAt: request.createdAt.toISOString(),
    dueAt: request.dueAt.toISOString(),
    isLate: statusFacts(request.status).isOpen && request.dueAt < now,
    deadline: statusFacts(request.status).isOpen ? formatDeadline(request.dueAt, now) : null,
    deliveredName: request.deliveredName,
  }));
  return { requests, page };
}

function matching(status: RequestFilter['status'], now: Date): SQL | undefined {
  if (!status) return undefined;
  if (status !== 'late') return eq(recordingRequests.status, status);
  return and(isOpen, lt(recordingRequests.dueAt, now));
}
