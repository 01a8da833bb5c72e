import { and, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { trackDocuments as docs } from '#db/schema/search.ts';
import { firstOf } from '#platform/elements.ts';
import { isCommon, meets, type Step } from '../words/matching-queries.server.ts';

/** The tracks that a search finds. */
export interface TrackList {
  /** Conditions beside the words: categories, length, tempo, mood. */
  limits: SQL;
  /** Null: no words are asked for. Its share is that of the documents that pass the limits too. */
  step: Step | null;
  /** Longest list: counting more takes longer than a search may. */
  most: number;
}

/** Documents among which enough have a frequent word. */
const seenFirst = 60_000;

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
 * In SQL, under their table's name: the first tracks of a list that pass a filter. Of frequent words enough are found
 * by looking through the first documents; when they are not, the index is asked.
 */
export function firstTracks(list: TrackList, filter?: SQL, most = list.most): SQL {
  const { step } = list;
  if (!step || !isCommon(filter ? narrowed(step) : step))
    return sql`(select * from ${docs} where ${whereOf(list, filter)} limit ${most}) as ${docs}`;
  return sql`(
    with seen as materialized (
      select * from (select * from ${docs} limit ${seenFirst}) as ${docs} where ${whereOf(list, filter)} limit ${most}
    )
    select * from seen where (select count(*) from seen) = ${most}::int
    union all (
      select * from ${docs} where ${whereOf({ ...list, step: { ...step, share: 0 } }, filter)} and (select count(*) from seen) < ${most}::int
      limit ${most}
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
