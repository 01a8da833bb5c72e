import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import type { Database } from '#db/open.server.ts';
import { type Carried, categories, packages, tracks } from '#db/schema/catalog.ts';
import { ownCues } from '#db/schema/desk.ts';
import type { User } from '#features/accounts/model.ts';
import { visible } from '#features/catalog/queries.server.ts';
import type { TrackCues } from './model.ts';

/** The cue points of visible tracks by id, with what this account has set for the bytes that are there now. */
export async function findCues(
  db: Database,
  { userId }: Pick<User, 'userId'>,
  trackIds: readonly string[],
): Promise<Record<string, TrackCues>> {
  const isOwn = and(
    eq(ownCues.trackId, tracks.id),
    eq(ownCues.userId, userId),
    sql`${ownCues.contentHash} is not distinct from ${tracks.contentHash}`,
  );
  const rows = await db
    .select({
      id: tracks.id,
      estimate: tracks.cues,
      carried: tracks.carried,
      durationMs: tracks.durationMs,
      startMs: ownCues.startMs,
      introMs: ownCues.introMs,
      endMs: ownCues.endMs,
      savedAt: ownCues.savedAt,
    })
    .from(tracks)
    .innerJoin(packages, eq(packages.id, tracks.packageId))
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .leftJoin(ownCues, isOwn)
    .where(and(visible, among(tracks.id, trackIds), isNotNull(tracks.storageKey)));
  return Object.fromEntries(
    rows.map(({ id, estimate, durationMs, savedAt, carried, ...own }) => [
      id,
      {
        estimate,
        durationMs,
        own: savedAt && own,
        savedAt: savedAt?.toISOString() ?? null,
        ofFile: pointsOfFile(carried),
      },
    ]),
  );
}

/** Points of a file that are told. */
const mostTold = 12;

function pointsOfFile(carried: Carried | null): TrackCues['ofFile'] {
  if (!carried || (!carried.cues && carried.points.length === 0)) return null;
  return { points: carried.points.slice(0, mostTold), areUsed: carried.cues !== null };
}
