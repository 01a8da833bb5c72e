import { and, isNotNull, lt, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { tracks } from '#db/schema/catalog.ts';
import { analysisLevels } from '#features/media/audio/model.ts';
import { firstOf } from '#platform/elements.ts';

export interface Unmeasured {
  /** Measured by older rules, and to be measured anew. */
  older: number;
  /** Those that the last sweep could not measure. */
  failing: number;
}

/** How many tracks are to be measured anew with ffmpeg. */
export async function countUnmeasured(db: Database): Promise<Unmeasured> {
  const { partial, whole } = analysisLevels;
  const isFailing = sql`${tracks.analysisFailedAt} is not null`;
  const rows = await db
    .select({
      older: sql<number>`(count(*) filter (where ${tracks.analysis} > ${partial} and not ${isFailing}))::int`,
      failing: sql<number>`(count(*) filter (where ${isFailing}))::int`,
    })
    .from(tracks)
    .where(and(lt(tracks.analysis, whole), isNotNull(tracks.storageKey)));
  return firstOf(rows);
}
