import { and, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { trackDocuments as docs } from '#db/schema/search.ts';
import { firstOf } from '#platform/elements.ts';
import { matches, meets, type Step } from '../words/matching-queries.server.ts';

/** The tracks that a search finds. */
export interface TrackList {
  /** Conditions beside the words: categories, length, tempo, mood. */
  limits: SQL;
  /** Null: no words are asked for. Its share is that of the documents that pass the limits too. */
  step: Step | null;
  /** Longest list: counting more takes longer than a search may. */
  most: number;
}

/** Documents that are looked through before the index of words is asked: among these enough have a frequent word. */
const seenFirst = 120_000;

/** Documents whose share of hits tells whether looking through more is worth it. */
const sampled = 3_000;

/** A step with a smaller share of the documents is not sampled: the index of words answers it at once. */
const worthASample = 0.005;

/** What a length, a tempo, a mood or a filter leaves of the documents, roughly: nobody has counted. */
const narrow = 0.1;

/** A step beside which something of the sound is asked for. */
export const narrowed = (step: Step): Step => ({ ...step, share: step.share * narrow });

/** The condition of a list; the index of words answers where the words are rare. */
export function whereOf({ limits, step }: TrackList, filter?: SQL): SQL {
  const asked = step && (filter ? narrowed(step) : step);
  return sql`(${and(limits, filter, asked ? meets(docs, asked) : undefined)})`;
}

/**
 * In SQL, under their table's name: the first tracks of a list that pass a filter. When a sample has enough of them, the
 * first documents are looked through. When these hold too few, or the sample did, the index of words is asked.
 */
export function firstTracks(list: TrackList, filter?: SQL, most = list.most): SQL {
  const { step, limits } = list;
  if (!step || step.share < worthASample)
    return sql`(select * from ${docs} where ${whereOf(list, filter)} limit ${most}) as ${docs}`;
  const passes = sql`(${and(limits, filter, matches(docs.doc, step.query))})`;
  const byIndex = whereOf({ ...list, step: { ...step, share: 0 } }, filter);
  const sampleHasEnough = sql`
    (select count(*) from (select * from ${docs} limit ${sampled}) as ${docs} where ${passes})
    >= ${(most * sampled) / seenFirst}::int`;
  return sql`(
    with seen as materialized (
      select * from (
        select * from ${docs} limit case when ${sampleHasEnough} then ${seenFirst}::int else 0 end
      ) as ${docs}
      where ${passes} limit ${most}
    )
    select * from seen where (select count(*) from seen) = ${most}::int
    union all (
      select * from ${docs} where ${byIndex} and (select count(*) from seen) < ${most}::int limit ${most}
    )
  ) as ${docs}`;
}

/** How many tracks a list has, up to `most`. */
export async function countTracks(
  db: Database,
  list: TrackList,
  filter?: SQL,
  most?: number,
): Promise<number> {
  const { rows } = await db.execute<{ amount: number }>(
    sql`select count(*)::int as amount from ${firstTracks(list, filter, most)}`,
  );
  return firstOf(rows).amount;
}
