import { and, eq } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import type { Database } from '#db/open.server.ts';
import { trackMarks } from '#db/schema/desk.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import { isMark, type Mark } from './model.ts';

/** A listener's marks among these tracks, by id. */
export async function findMarks(
  db: Database,
  { userId }: Subscriber,
  trackIds: string[],
): Promise<Record<string, Mark>> {
  const rows = await db
    .select({ trackId: trackMarks.trackId, mark: trackMarks.mark })
    .from(trackMarks)
    .where(and(eq(trackMarks.userId, userId), among(trackMarks.trackId, trackIds)));
  return Object.fromEntries(rows.flatMap(({ trackId, mark }) => (isMark(mark) ? [[trackId, mark]] : [])));
}
