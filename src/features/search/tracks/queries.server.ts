import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { allOf } from '#db/conditions.ts';
import type { Database } from '#db/open.server.ts';
import { prepared } from '#db/prepared.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { trackDocuments as docs } from '#db/schema/search.ts';
import type { Kind } from '#features/catalog/kinds.ts';
import { listMemoryOf, rememberEach } from '#features/catalog/memory.ts';
import { coverUrl, perStretch } from '#features/catalog/model.ts';
import { type CatalogSource, listCategories, visible } from '#features/catalog/queries.server.ts';
import { firstOf } from '#platform/elements.ts';
import { type FilterCounts, type Filters, noFilters } from '../filters/model.ts';
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
import type { FoundTrack, TrackOrder, TrackPage } from './model.ts';

/** Tracks of a term that are ranked; further ones follow as they are stored. A multiple of the stretch. */
const mostRanked = 40 * perStretch;
/** Longest list of a term, and without one: counting more takes longer than a search may. */
const mostFound = 10_000;
const mostListed = 200_000;
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

/** The tracks of a term: their condition, and what had to be given up for it. */
interface TrackSearch {
  where: SQL;
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
  const found = await findTracks(source, reading, request.kind);
  if (!found) return { total: 0, dropped: [], ids: [] };
  const where = allOf(found.where, await trackFilter(source, request.filters ?? noFilters));
  const [total, { rows }] = await Promise.all([
    countUpTo(source.db, where, reading ? mostFound : mostListed),
    source.db.execute<{ id: string; best: boolean[] | null }>(
      listing(reading, found.matching, where, request),
    ),
  ]);
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
  const found = await findTracks(source, reading, kind);
  const where = found?.where ?? sql`false`;
  return countTrackChoices(source, { where, most: reading ? mostFound : mostListed }, filters);
}

/** The strictest condition that some track meets; null when none does. Facts are given up after words. */
async function findTracks(
  source: CatalogSource,
  reading: WeighedReading | null,
  kind: Kind | null,
): Promise<TrackSearch | null> {
  const homes = (await listCategories(source)).filter((each) => kind === null || each.kind === kind);
  const inKind = inArray(
    docs.categoryId,
    homes.map(({ id }) => id),
  );
  if (!reading) {
    return { where: inKind, matching: { steps: [], parts: [], unknown: [], bySound: false }, dropped: [] };
  }
  const matching = matchingOf(reading);
  const tries = triesOf(reading, matching);
  for (const asked of tries) {
    const limits = allOf(inKind, ...asked.map(({ condition }) => condition));
    const isEnough = matching.bySound && matching.steps.length === 0;
    const met = isEnough ? await metBy(source.db, limits) : await strictest(source.db, limits, matching);
    const dropped = tries[0]?.filter((each) => !asked.includes(each)).map(({ typed }) => typed) ?? [];
    if (met) return { where: met, matching, dropped };
  }
  return null;
}

const metBy = async (db: Database, where: SQL): Promise<SQL | null> =>
  (await countUpTo(db, where, 1)) > 0 ? where : null;

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

async function strictest(db: Database, limits: SQL, { steps, parts }: Matching): Promise<SQL | null> {
  for (const [at, step] of steps.entries()) {
    const where = allOf(limits, matches(docs.doc, step));
    const amount = await countUpTo(db, where, few);
    if (amount === 0) continue;
    const next = steps[at + 1];
    const isShort = amount < few && parts.length > 2 && next !== undefined;
    return isShort ? allOf(limits, matches(docs.doc, next)) : where;
  }
  return null;
}

async function countUpTo(db: Database, where: SQL, most: number): Promise<number> {
  const { rows } = await db.execute<{ amount: number }>(
    sql`select count(*)::int as amount from (select 1 from ${docs} where ${where} limit ${most}) as first`,
  );
  return firstOf(rows).amount;
}

/** What a track has to have beside words, and how it was typed. */
interface Asked {
  typed: string;
  condition: SQL;
}

/** Length and tempo that the term asks for. */
function factsOf({ seconds, bpm }: WeighedReading): Asked[] {
  const facts = [];
  if (seconds !== null) {
    const slack = Math.max(1.5, seconds * 0.07);
    const [from, to] = [seconds - slack, seconds + slack].map((bound) => Math.round(bound * 1000));
    facts.push({
      typed: `${seconds} segundos`,
      condition: sql`${docs.durationMs} between ${from} and ${to}`,
    });
  }
  if (bpm !== null) {
    const condition = sql`${docs.tempoBpm} between ${bpm * 0.95} and ${bpm * 1.05}`;
    facts.push({ typed: `${bpm} bpm`, condition });
  }
  return facts;
}

/** Sounds that are told to have a voice are no answer to 'sem voz', and the other way round; those that tell nothing are. */
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

/** Ids of a page in order, as `id`, `place` and `best`: which parts of the term the best track has. */
function listing(
  reading: WeighedReading | null,
  { parts }: Matching,
  where: SQL,
  { order = 'relevancia', offset, limit }: TrackRequest,
): SQL {
  const isRanked = reading !== null && order === 'relevancia';
  if (isRanked && offset < mostRanked) {
    const has = sql.join(
      parts.map((part) => matches(docs.doc, part.query)),
      sql`, `,
    );
    return sql`
      with found as materialized (
        select ${docs.trackId} as id, ${docs.packageId} as home, ${docs.createdAt} as made,
          ${scoreOf(docs, reading, docs)} as score, array[${has}]::boolean[] as has
        from ${docs} where ${where} limit ${mostRanked}
      ), spread as (
        select id, made, has,
          score * (1 - 0.03 * least(row_number() over (partition by home order by score desc, id) - 1, 12)) as score
        from found
      ), ranked as (select id, has, row_number() over (order by score desc, made desc, id) as place from spread)
      select id, place, (select has from ranked where place = 1) as best from ranked
      order by place limit ${limit} offset ${offset}`;
  }
  const sorted = isRanked ? sql`` : sql`order by ${orders[order === 'relevancia' ? 'novas' : order]}`;
  const all = and(where, measured[order]);
  return sql`
    select id, row_number() over () as place, null::boolean[] as best from (
      select ${docs.trackId} as id from ${docs} where ${all} ${sorted} limit ${limit} offset ${offset}
    ) as sorted`;
}

const selectFound = prepared((db) =>
  db
    .select({
      id: tracks.id,
      key: tracks.catalogueKey,
      name: tracks.name,
      packageId: packages.id,
      packageTitle: packages.title,
      coverKey: packages.coverKey,
      kind: categories.kind,
      durationMs: tracks.durationMs,
      bpm: tracks.tempoBpm,
      lufs: tracks.loudnessLufs,
      truePeakDb: tracks.truePeakDb,
      peaks: sql<string | null>`translate(encode(${tracks.peaks}, 'base64'), e'\n', '')`,
    })
    .from(tracks)
    .innerJoin(packages, eq(packages.id, tracks.packageId))
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(and(visible, sql`${tracks.id} = any(${sql.placeholder('ids')}::text[])`))
    .prepare('search_found_tracks'),
);

/** Tracks of visible packages by their ids, in that order. @param withPeaks for subscribers only */
export async function listFound(
  { db, bus }: CatalogSource,
  ids: string[],
  withPeaks: boolean,
): Promise<FoundTrack[]> {
  const found: FoundTrack[] = await rememberEach(bus, ids, {
    name: 'found-tracks',
    most: 20_000,
    read: async (missing) =>
      (await selectFound(db).execute({ ids: missing })).map(({ coverKey, ...track }) => ({
        ...track,
        coverUrl: coverUrl(coverKey),
      })),
  });
  return withPeaks ? found : found.map(({ peaks: _peaks, ...track }) => track);
}
