import { and, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { packageDocuments, trackDocuments } from '#db/schema/search.ts';
import { firstOf } from '#platform/elements.ts';
import { matches, meets, type Step } from './matching-queries.server.ts';

/** How the documents of a table are looked through before the index of words is asked. */
interface Documents {
  table: typeof trackDocuments | typeof packageDocuments;
  /** So many are looked through: among these enough have a frequent word. */
  first: number;
  /** Size of the sample whose share of hits decides whether looking through more pays off. */
  sampled: number;
  /** A step with a smaller share of the documents is not sampled: the index of words answers it at once. */
  worthASample: number;
}

/** The documents that a search finds. */
export interface DocumentList {
  among: Documents;
  /** Conditions beside the words: categories, length, tempo, mood. */
  limits: SQL;
  /** Null: no words are asked for. Its share is that of the documents that pass the limits too. */
  step: Step | null;
  /** Longest list: counting more takes longer than a search may. */
  most: number;
}

export const ofTracks: Documents = {
  table: trackDocuments,
  first: 120_000,
  sampled: 3_000,
  worthASample: 0.005,
};

/** A package's document is long: it has the names of all its tracks. */
export const ofPackages: Documents = {
  table: packageDocuments,
  first: 12_000,
  sampled: 500,
  worthASample: 0.03,
};

/** What a length, a tempo, a mood or a filter leaves of the documents, roughly: nobody has counted. */
const narrow = 0.1;

/** A step beside which something of the sound is asked for. */
export const narrowed = (step: Step): Step => ({ ...step, share: step.share * narrow });

/** The condition of a list; the index of words answers where the words are rare. */
export function whereOf({ among, limits, step }: DocumentList, filter?: SQL): SQL {
  const asked = step && (filter ? narrowed(step) : step);
  return sql`(${and(limits, filter, asked ? meets(among.table, asked) : undefined)})`;
}

/**
 * In SQL, under their table's name: the first documents of a list that pass a filter. When a sample has enough of them,
 * the first documents are looked through. When these hold too few, or the sample did, the index of words is asked.
 */
export function firstOfList(list: DocumentList, filter?: SQL, most = list.most): SQL {
  const { among, step, limits } = list;
  const { table, first, sampled, worthASample } = among;
  if (!step || step.share < worthASample)
    return sql`(select * from ${table} where ${whereOf(list, filter)} limit ${most}) as ${table}`;
  const passes = sql`(${and(limits, filter, matches(table.doc, step.query))})`;
  const byIndex = whereOf({ ...list, step: { ...step, share: 0 } }, filter);
  const sampleHasEnough = sql`
    (select count(*) from (select * from ${table} limit ${sampled}) as ${table} where ${passes})
    >= ${Math.ceil((most * sampled) / first)}::int`;
  return sql`(
    with seen as materialized (
      select * from (
        select * from ${table} limit case when ${sampleHasEnough} then ${first}::int else 0 end
      ) as ${table}
      where ${passes} limit ${most}
    )
    select * from seen where (select count(*) from seen) = ${most}::int
    union all (
      select * from ${table} where ${byIndex} and (select count(*) from seen) < ${most}::int limit ${most}
    )
  ) as ${table}`;
}

/** How many documents a list has, up to `most`. */
export async function countList(
  db: Database,
  list: DocumentList,
  filter?: SQL,
  most?: number,
): Promise<number> {
  const { rows } = await db.execute<{ amount: number }>(
    sql`select count(*)::int as amount from ${firstOfList(list, filter, most)}`,
  );
  return firstOf(rows).amount;
}
