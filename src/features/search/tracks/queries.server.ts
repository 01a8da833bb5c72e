import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { allOf } from '#db/conditions.ts';
import type { Database } from '#db/open.server.ts';
import { trackDocuments as docs } from '#db/schema/search.ts';
import type { Kind } from '#features/catalog/kinds.ts';
import { foundMemoryOf, listMemoryOf } from '#features/catalog/memory.ts';
import { type CatalogSource, listCategories } from '#features/catalog/queries.server.ts';
import { type FilterCounts, type Filters, noFilters } from '../filters/model.ts';
import {
  countList,
  type DocumentList,
  firstOfList,
  narrowed,
  ofTracks,
  whereOf,
} from '../words/list-queries.server.ts';
import {
  hasMood,
  type Matching,
  matches,
  matchingOf,
  mayHave,
  scoreOf,
} from '../words/matching-queries.server.ts';
import { readSearchTerm, type WeighedGroup, type WeighedReading } from '../words/reading-queries.server.ts';
import { countTrackChoices, trackFilter } from './filter-queries.server.ts';
import { listFound } from './found-queries.server.ts';
import { mostFound, mostListed, type TrackOrder, type TrackPage } from './model.ts';

/** With fewer tracks than this, those that lack one word follow. */
const few = 5;

interface TrackRequest {
  kind: Kind | null;
  filters?: Filters;
  order?: TrackOrder;
  /** With the waveforms: for subscribers only. */
  withPeaks?: boolean;
  offset: number;
  limit: number;
}

/** What a look at a list tells. */
interface Look {
  /** How many tracks it has, up to the longest list. */
  amount: number;
  /** A stretch of it, when that was asked for with the amount. */
  rows?: Row[];
}

/** A track in order; `best`: which parts of the term the best one has. */
interface Row extends Record<string, unknown> {
  id: string;
  best: boolean[] | null;
}

/** The tracks of a term, and what had to be given up for them. */
interface TrackSearch extends Look {
  list: DocumentList;
  matching: Matching;
  dropped: string[];
}

/**
 * Tracks that a term means, best first; when none has all of its words, those with the most telling ones. @param
 * reading null: all tracks, without a term
 */
export async function searchTracks(
  source: CatalogSource,
  reading: WeighedReading | null,
  request: TrackRequest,
): Promise<TrackPage> {
  const { withPeaks = false, ...asked } = request;
  const key = JSON.stringify(['tracks', reading?.text ?? null, asked]);
  const { ids, ...page } = await listMemoryOf(source.bus).get(key, () => findPage(source, reading, asked));
  return { ...page, tracks: await listFound(source, ids, withPeaks) };
}

/** A page of tracks by their ids. */
type TrackIds = Omit<TrackPage, 'tracks'> & { ids: string[] };

async function findPage(
  source: CatalogSource,
  reading: WeighedReading | null,
  request: TrackRequest,
): Promise<TrackIds> {
  const { db } = source;
  const filter = await trackFilter(source, request.filters ?? noFilters);
  const list = (of: DocumentList, { parts }: Matching) =>
    readRows(db, listing(reading, of, parts, filter, request));
  // A ranked stretch is counted by the statement that lists it.
  const isCounted = isRanked(reading, request.order);
  const found =
    isCounted && !filter && request.offset === 0
      ? await findTracks(source, reading, request.kind, list)
      : await findRemembered(source, reading, request.kind);
  if (!found) return { total: 0, dropped: [], ids: [] };
  const { rows = [], amount } = found.rows ? found : await list(found.list, found.matching);
  const isTold = isCounted && rows.length > 0;
  const total = filter ? (isTold ? amount : await countList(db, found.list, filter)) : found.amount;
  const { parts, unknown } = found.matching;
  const best = rows[0]?.best;
  const lacking = best ? parts.filter((_, at) => !best[at]).map(({ typed }) => typed) : [];
  const dropped = [...new Set([...found.dropped, ...unknown, ...lacking])];
  return { total, dropped, ids: rows.map(({ id }) => id) };
}

/** Tracks per filter choice, for the list of a term. */
export async function countFoundTracks(
  source: CatalogSource,
  typed: string | null | undefined,
  kind: Kind | null,
  filters: Filters,
): Promise<FilterCounts> {
  const reading = await readSearchTerm(source, typed);
  const found = await findRemembered(source, reading, kind);
  const nothing = { among: ofTracks, limits: sql`false`, step: null, most: 0 };
  return countTrackChoices(source, found?.list ?? nothing, filters);
}

/** Remembered, because a filtered page, its counts and the pages after it ask for the same. */
const findRemembered = (
  source: CatalogSource,
  reading: WeighedReading | null,
  kind: Kind | null,
): Promise<TrackSearch | null> =>
  foundMemoryOf(source.bus).get(JSON.stringify([reading?.text ?? null, kind]), () =>
    findTracks(source, reading, kind),
  );

async function readRows(db: Database, statement: SQL): Promise<Required<Look>> {
  const { rows } = await db.execute<Row & { amount: number; place: number }>(statement);
  return { amount: rows[0]?.amount ?? 0, rows };
}

/** The strictest condition that some track meets; null when none does. Facts are given up after words. */
async function findTracks(
  source: CatalogSource,
  reading: WeighedReading | null,
  kind: Kind | null,
  look: (list: DocumentList, matching: Matching) => Promise<Look> = async (list) => ({
    amount: await countList(source.db, list),
  }),
): Promise<TrackSearch | null> {
  const homes = (await listCategories(source)).filter((each) => kind === null || each.kind === kind);
  const inKind = inArray(
    docs.categoryId,
    homes.map(({ id }) => id),
  );
  if (!reading) {
    const list = { among: ofTracks, limits: inKind, step: null, most: mostListed };
    const matching = { steps: [], parts: [], unknown: [], bySound: false };
    return { list, amount: await countList(source.db, list), matching, dropped: [] };
  }
  const matching = matchingOf(reading);
  const tries = triesOf(reading, matching);
  for (const asked of tries) {
    const limits = allOf(inKind, ...asked.map(({ condition }) => condition));
    const isNarrow = kind !== null || asked.length > 0;
    const steps = isNarrow ? matching.steps.map(narrowed) : matching.steps;
    const unworded = { among: ofTracks, limits, step: null, most: mostFound };
    const met = await strictest(unworded, { ...matching, steps }, (list) => look(list, matching));
    const dropped = tries[0]?.filter((each) => !asked.includes(each)).map(({ typed }) => typed) ?? [];
    if (met) return { ...met, matching, dropped };
  }
  return null;
}

/**
 * What is asked of the sound itself, in the order of the tries: length, tempo and moods; length and tempo alone; moods
 * alone. The last try asks for none of it: only where words or the kind answer.
 */
function triesOf(reading: WeighedReading, { bySound, steps, unknown }: Matching): Asked[][] {
  const facts = [...factsOf(reading), ...voiceAsked(reading)];
  const moods = bySound ? reading.wished.map((group) => moodAsked(group, reading)) : [];
  const tries = [[...facts, ...moods]];
  if (facts.length > 0 && moods.length > 0) tries.push(facts, moods);
  const isAnswer = !bySound || (steps.length > 0 && unknown.length === 0);
  return [...tries.filter((each) => each.length > 0), ...(isAnswer ? [[]] : [])];
}

const moodAsked = (group: WeighedGroup, reading: WeighedReading): Asked => ({
  typed: group.typed,
  condition: hasMood(docs, group, reading),
});

async function strictest(
  unworded: DocumentList,
  { steps, parts, bySound }: Matching,
  look: (list: DocumentList) => Promise<Look>,
): Promise<(Look & { list: DocumentList }) | null> {
  for (const [at, step] of (bySound && steps.length === 0 ? [null] : steps).entries()) {
    const list = { ...unworded, step };
    const seen = await look(list);
    if (seen.amount === 0) continue;
    const next = steps[at + 1];
    if (seen.amount >= few || parts.length <= 2 || !next) return { list, ...seen };
    const wider = { ...unworded, step: next };
    return { list: wider, ...(await look(wider)) };
  }
  return null;
}

/** What a track has to have beside words, and how it was typed. */
interface Asked {
  typed: string;
  condition: SQL;
}

/** Length and tempo that the term asks for: measured, or said by a name ('Pop 80s Remix' is no sound of 80 seconds). */
function factsOf({ seconds, bpm, said }: WeighedReading): Asked[] {
  const facts: Asked[] = [];
  if (seconds !== null && said.seconds) {
    const slack = Math.max(1.5, seconds * 0.07);
    const [from, to] = [seconds - slack, seconds + slack].map((bound) => Math.round(bound * 1000));
    const measured = sql`${docs.durationMs} between ${from} and ${to}`;
    facts.push({
      typed: said.seconds.typed,
      condition: sql`(${measured} or ${matches(docs.doc, said.seconds.query)})`,
    });
  }
  if (bpm !== null && said.bpm) {
    const measured = sql`${docs.tempoBpm} between ${bpm * 0.95} and ${bpm * 1.05}`;
    facts.push({
      typed: said.bpm.typed,
      condition: sql`(${measured} or ${matches(docs.doc, said.bpm.query)})`,
    });
  }
  return facts;
}

/** 'sem voz' excludes tracks marked as having a voice, and the reverse; unmarked tracks match both. */
const voiceAsked = (reading: WeighedReading): Asked[] =>
  reading.wished.flatMap(({ typed, mood }) => {
    const condition = mayHave(docs, mood, reading);
    return condition ? [{ typed, condition }] : [];
  });

const orders: Record<Exclude<TrackOrder, 'relevancia'>, SQL> = {
  novas: sql`${docs.createdAt} desc, ${docs.trackId} desc`,
  curtas: sql`${docs.durationMs}, ${docs.trackId}`,
  longas: sql`${docs.durationMs} desc, ${docs.trackId} desc`,
  lentas: sql`${docs.tempoBpm}, ${docs.trackId}`,
  rapidas: sql`${docs.tempoBpm} desc, ${docs.trackId} desc`,
};
const measured: Partial<Record<TrackOrder, SQL>> = {
  curtas: sql`${docs.durationMs} is not null`,
  longas: sql`${docs.durationMs} is not null`,
  lentas: sql`${docs.tempoBpm} is not null`,
  rapidas: sql`${docs.tempoBpm} is not null`,
};

const isRanked = (reading: WeighedReading | null, order: TrackOrder = 'relevancia'): boolean =>
  reading !== null && order === 'relevancia';

/** A stretch in order, as `Row`, with `place` and `amount`. */
function listing(
  reading: WeighedReading | null,
  list: DocumentList,
  parts: Matching['parts'],
  filter: SQL | undefined,
  { order = 'relevancia', offset, limit }: TrackRequest,
): SQL {
  if (reading && isRanked(reading, order)) {
    const has = sql.join(
      parts.map((part) => matches(docs.doc, part.query)),
      sql`, `,
    );
    return sql`
      with found as materialized (
        select ${docs.trackId} as id, ${docs.packageId} as home, ${docs.createdAt} as made,
          ${scoreOf(docs, reading, docs)} as score, array[${has}]::boolean[] as has
        from ${firstOfList(list, filter)}
      ), spread as (
        select id, made, has,
          score * (1 - 0.03 * least(row_number() over (partition by home order by score desc, id) - 1, 12)) as score
        from found
      ), ranked as (select id, has, row_number() over (order by score desc, made desc, id) as place from spread)
      select id, place, (select has from ranked where place = 1) as best,
        (select count(*)::int from ranked) as amount
      from ranked
      order by place limit ${limit} offset ${offset}`;
  }
  const all = and(whereOf(list, filter), measured[order]);
  return sql`
    select id, row_number() over () as place, null::boolean[] as best, null::int as amount from (
      select ${docs.trackId} as id from ${docs} where ${all}
      order by ${orders[order === 'relevancia' ? 'novas' : order]} limit ${limit} offset ${offset}
    ) as sorted`;
}
