import { and, desc, eq, gt } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { sessions } from '#db/schema/accounts.ts';
import { formatRelative } from '#platform/format.ts';
import type { User } from '../model.ts';
import { deviceOf, type OpenSession } from './device.ts';

/** The user's open sessions: the current one first, then by last use. */
export async function listSessions(
  db: Database,
  { userId }: Pick<User, 'userId'>,
  currentId: string,
  now: Date,
): Promise<OpenSession[]> {
  const rows = await db
    .select({ id: sessions.id, userAgent: sessions.userAgent, seenAt: sessions.updatedAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(eq(sessions.id, currentId)), desc(sessions.updatedAt))
    .limit(200);
  return rows.map(({ id, userAgent, seenAt }) => ({
    id,
    ...deviceOf(userAgent),
    seen: formatRelative(seenAt < now ? seenAt : now, now),
    isCurrent: id === currentId,
  }));
}
