import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { trackMarks } from '#db/schema/desk.ts';
import { visible } from '#features/catalog/queries.server.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import { type Mark, mostMarks } from './model.ts';

export type MarkOutcome = { ok: true } | { ok: false; reason: 'not-found' | 'too-many' };

/**
 * Sets a listener's own mark of a visible track, in place of an earlier one. Safe to repeat. Calls at the same moment may
 * pass the bound by their number.
 */
export async function markTrack(
  db: Database,
  { userId }: Subscriber,
  trackId: string,
  mark: Mark,
): Promise<MarkOutcome> {
  const [track] = await db
    .select({ id: tracks.id })
    .from(tracks)
    .innerJoin(packages, eq(packages.id, tracks.packageId))
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(and(visible, eq(tracks.id, trackId), isNotNull(tracks.storageKey)));
  if (!track) return { ok: false, reason: 'not-found' };
  const own = eq(trackMarks.userId, userId);
  const changed = await db
    .update(trackMarks)
    .set({ mark, markedAt: sql`now()` })
    .where(and(own, eq(trackMarks.trackId, trackId)))
    .returning({ mark: trackMarks.mark });
  if (changed.length > 0) return { ok: true };
  if ((await db.$count(trackMarks, own)) >= mostMarks) return { ok: false, reason: 'too-many' };
  await db
    .insert(trackMarks)
    .values({ userId, trackId, mark })
    .onConflictDoUpdate({ target: [trackMarks.userId, trackMarks.trackId], set: { mark } });
  return { ok: true };
}

/** Takes a listener's mark of a track away, whatever has become of the track. Safe to repeat. */
export async function unmarkTrack(db: Database, { userId }: Subscriber, trackId: string): Promise<void> {
  await db.delete(trackMarks).where(and(eq(trackMarks.userId, userId), eq(trackMarks.trackId, trackId)));
}
