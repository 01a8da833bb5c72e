import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { tracks } from '#db/schema/catalog.ts';
import { ownCues } from '#db/schema/desk.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import type { Clock } from '#platform/clock.ts';
import { baseOf, type CueRefusal, differences, isInOrder, mostOwnCues, type SetCues } from './model.ts';
import { findCues } from './queries.server.ts';

/** `replaced`: when the points were saved that these took the place of, and that the caller had not seen. */
export type CueOutcome =
  | { ok: true; savedAt: string | null; replaced: string | null }
  | { ok: false; reason: CueRefusal };

interface Setting {
  trackId: string;
  /** Null: as estimated. */
  points: SetCues | null;
  /** When the cue points that the caller has seen were saved; null: there were none. */
  seen: string | null;
}

/**
 * Sets a listener's own cue points of a visible track, or goes back to the estimate; the last one wins. Keeps only what
 * differs from the estimate. Safe to repeat. Calls at the same moment may pass the bound by their number.
 */
export async function setCues(
  { db, clock }: { db: Database; clock: Clock },
  subscriber: Subscriber,
  { trackId, points, seen }: Setting,
): Promise<CueOutcome> {
  const { userId } = subscriber;
  const known = (await findCues(db, subscriber, [trackId]))[trackId];
  if (!known) return { ok: false, reason: 'not-found' };
  const base = baseOf(known);
  if (!base || known.durationMs === null) return { ok: false, reason: 'unmeasured' };
  if (points && !isInOrder(points, known.durationMs)) return { ok: false, reason: 'out-of-order' };
  const own = points && differences(points, base);
  const mine = eq(ownCues.userId, userId);
  const replaced = known.savedAt === seen ? null : known.savedAt;
  if (!own) {
    await db.delete(ownCues).where(and(mine, eq(ownCues.trackId, trackId)));
    return { ok: true, savedAt: null, replaced };
  }
  const isNew = (await db.$count(ownCues, and(mine, eq(ownCues.trackId, trackId)))) === 0;
  if (isNew && (await db.$count(ownCues, mine)) >= mostOwnCues) return { ok: false, reason: 'too-many' };
  const savedAt = clock.now();
  const contentHash = sql`(select ${tracks.contentHash} from ${tracks} where ${tracks.id} = ${trackId})`;
  const set = { contentHash, ...own, savedAt };
  await db
    .insert(ownCues)
    .values({ userId, trackId, ...set })
    .onConflictDoUpdate({ target: [ownCues.userId, ownCues.trackId], set });
  return { ok: true, savedAt: savedAt.toISOString(), replaced };
}
