import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { sessions } from '#db/schema/accounts.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { User } from '../model.ts';

/** Ends one of the user's sessions, or all but the one with this token, in every process. Safe to repeat. */
export async function endSessions(
  { db, bus }: { db: Database; bus: Bus },
  { userId }: Pick<User, 'userId'>,
  which: { only: string } | { exceptToken: string },
): Promise<void> {
  const chosen = 'only' in which ? eq(sessions.id, which.only) : ne(sessions.token, which.exceptToken);
  await db.delete(sessions).where(and(eq(sessions.userId, userId), chosen));
  await bus.publish('viewer', userId);
}
