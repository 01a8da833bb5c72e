import { inArray, type SQL, sql } from 'drizzle-orm';
import { allOf } from '#db/conditions.ts';
import type { Database } from '#db/open.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { trackDocuments as docs } from '#db/schema/search.ts';
import type { Kind } from '#features/catalog/kinds.ts';
import type { CatalogSource } from '#features/catalog/queries.server.ts';
import { firstOf } from '#platform/elements.ts';
import { type Matching, matches, matchingOf, scoreOf } from '../words/matching-queries.server.ts';
import type { WeighedReading } from '../words/reading-queries.server.ts';

/** Tracks that are ranked; of a word that more have, the others are not listed. */
const mostRanked = 5000;
/** With fewer tracks than this, those that lack one word follow. */
const few = 5;

interface FoundTrack {
  id: string;
  /** Its key in a loaded catalogue. */
  key: string | null;
  name: string;
  packageId: string;
  packageTitle: string;
  kind: string;
  durationMs: number | null;
  bpm: number | null;
  lufs: number | null;
}

export interface TrackPage {
  total: number;
  /** Words of the term that the best track lacks. */
  dropped: string[];
  tracks: FoundTrack[];
}

export interface TrackRequest {
  kind: Kind | null;
  offset: number;
  limit: number;
}

/** Tracks that a term means, best first; when none has all of its words, those with the most telling ones. */
export async function searchTracks(
  source: CatalogSource,
  reading: WeighedReading,
  request: TrackRequest,
): Promise<TrackPage> {
  const matching = matchingOf(reading);
  const found = await findTracks(source.db, reading, matching, request.kind);
  if (!found) return { total: 0, dropped: [], tracks: [] };
  const page = await readPage(source, reading, matching, found.where, request);
  return { ...page, dropped: [...found.dropped, ...page.dropped] };
}

/** The strictest condition that some track meets; null when none does. Facts are given up after words. */
async function findTracks(
  db: Database,
  reading: WeighedReading,
  { steps, parts }: Matching,
  kind: Kind | null,
) {
  const homes = reading.categories.filter((each) => kind === null || each.kind === kind).map(({ id }) => id);
  const inKind = inArray(docs.categoryId, homes);
  const facts = factsOf(reading);
  for (const asked of facts.length > 0 ? [facts, []] : [facts]) {
    const limits = allOf(inKind, ...asked.map(({ condition }) => condition));
    const dropped = facts.length > asked.length ? facts.map(({ typed }) => typed) : [];
    if (steps.length === 0 && asked.length > 0 && parts.length + reading.needed.length === 0) {
      return { where: limits, dropped };
    }
    for (const [at, step] of steps.entries()) {
      const where = allOf(limits, matches(docs.doc, step));
      const amount = await countUpTo(db, where, few);
      if (amount === 0) continue;
      const next = steps[at + 1];
      const isShort = amount < few && parts.length > 2 && next !== undefined;
      return { where: isShort ? allOf(limits, matches(docs.doc, next)) : where, dropped };
    }
  }
  return null;
}

async function countUpTo(db: Database, where: SQL, most: number): Promise<number> {
  const { rows } = await db.execute<{ amount: number }>(
    sql`select count(*)::int as amount from (select 1 from ${docs} where ${where} limit ${most}) as first`,
  );
  return firstOf(rows).amount;
}

/** Length and tempo that the term asks for. */
function factsOf({ seconds, bpm }: WeighedReading): { typed: string; condition: SQL }[] {
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

type Row = { [Name in keyof FoundTrack]: FoundTrack[Name] } & { total: number; best: boolean[] };

async function readPage(
  { db }: CatalogSource,
  reading: WeighedReading,
  { parts, unknown }: Matching,
  where: SQL,
  { offset, limit }: TrackRequest,
): Promise<TrackPage> {
  const has = sql.join(
    parts.map((part) => matches(docs.doc, part.query)),
    sql`, `,
  );
  const { rows } = await db.execute<Row>(sql`
    with found as materialized (
      select ${docs.trackId} as id, ${docs.packageId} as home, ${docs.createdAt} as made,
        ${scoreOf(docs, reading, docs)} as score, array[${has}]::boolean[] as has
      from ${docs} where ${where} limit ${mostRanked}
    ), spread as (
      select id, made, has, count(*) over () as total,
        score * (1 - 0.03 * least(row_number() over (partition by home order by score desc, id) - 1, 12)) as score
      from found
    ), page as (
      select * from spread order by score desc, made desc, id limit ${limit} offset ${offset}
    )
    select ${tracks.id} as id, ${tracks.catalogueKey} as key, ${tracks.name} as name, ${packages.id} as "packageId",
      ${packages.title} as "packageTitle", ${categories.kind} as kind, ${tracks.durationMs} as "durationMs",
      ${tracks.tempoBpm} as bpm, ${tracks.loudnessLufs} as lufs, page.total::int as total,
      (select has from spread order by score desc, made desc, id limit 1) as best
    from page
    join ${tracks} on ${tracks.id} = page.id
    join ${packages} on ${packages.id} = ${tracks.packageId}
    join ${categories} on ${categories.id} = ${packages.categoryId}
    order by page.score desc, page.made desc, page.id`);
  const [first] = rows;
  return {
    total: first?.total ?? 0,
    dropped: [...unknown, ...parts.filter((_, at) => !first?.best[at]).map(({ typed }) => typed)],
    tracks: rows.map(({ total: _total, best: _best, ...track }) => track),
  };
}
