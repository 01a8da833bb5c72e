import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { allOf, anyOf } from '#db/conditions.ts';
import type { Database } from '#db/open.server.ts';
import { prepared } from '#db/prepared.server.ts';
import { categories, packages } from '#db/schema/catalog.ts';
import { packageDocuments as documents } from '#db/schema/search.ts';
import type { Kind } from '#features/catalog/kinds.ts';
import { listMemoryOf, memoryOf } from '#features/catalog/memory.ts';
import type { PackageCard } from '#features/catalog/model.ts';
import {
  type CatalogSource,
  countCatalog,
  listCards,
  listCategories,
  visible,
} from '#features/catalog/queries.server.ts';
import type { Narrowing } from '#features/catalog/shelf/queries.server.ts';
import { firstOf } from '#platform/elements.ts';
import { countFilters, type FilterCounts, type Filters, noFilters } from './filters/model.ts';
import { conditionOf, countChoices } from './filters/queries.server.ts';
import { containing, readTerm, wordsOf } from './term.ts';
import { mostFound } from './tracks/model.ts';
import { type DocumentList, firstOfList, ofPackages, whereOf } from './words/list-queries.server.ts';
import { matchingOf, scoreOf, textSteps } from './words/matching-queries.server.ts';
import { readTermWords, type WeighedReading } from './words/reading-queries.server.ts';

/** Searched fields, best first: where a word matches decides the rank (A-09). */
const fields = {
  title: packages.titleFold,
  tags: packages.tagsFold,
  description: packages.descriptionFold,
  tracks: packages.tracksFold,
} as const;
type Field = keyof typeof fields;

const everything: Field[] = ['title', 'tags', 'description', 'tracks'];
/** Fields of a category page's search box (CAT-10, A-99). */
const shownText: Field[] = ['title', 'description'];
/** Fields of the administrators' list (PKM-02). */
const managed: Field[] = ['title', 'tags', 'description'];

/** Words with a condition of their own, which an index answers; further ones are checked together. */
const wordsByIndex = 8;
/** The index has every three letters in a row: nothing of a shorter word. */
const shortestByIndex = 3;

const nothing = sql`false`;

const foldText = prepared((db) =>
  db
    .select({ folded: sql<string>`fold(${sql.placeholder('text')}::text)` })
    .from(sql`(values (1)) as one`)
    .prepare('search_fold'),
);

/** Folds a term as the database folds stored texts: lower case, without accents. */
async function foldTerm(db: Database, text: string): Promise<{ words: string[] }> {
  const { folded } = firstOf(await foldText(db).execute({ text }));
  return { words: wordsOf(folded) };
}

const holds = (field: Field, word: string): SQL => sql`${fields[field]} like ${containing(word)}`;
const anyFieldHolds = (among: Field[], word: string): SQL =>
  anyOf(...among.map((field) => holds(field, word)));

/** Every word matches in some field, apart or together (SRC-05, SRC-07). */
function holdsAll(among: Field[], words: string[]): SQL {
  if (words.length === 0) return nothing;
  const byIndex = words.filter(({ length }) => length >= shortestByIndex).slice(0, wordsByIndex);
  const rest = words.filter((word) => !byIndex.includes(word)).map(containing);
  const indexed = allOf(...byIndex.map((word) => anyFieldHolds(among, word)));
  if (rest.length === 0) return indexed;
  const whole = sql.join(
    among.map((field) => fields[field]),
    sql` || e'\n' || `,
  );
  const all = sql`like all(${sql.param(rest)}::text[])`;
  if (byIndex.length === 0) return sql`${whole} ${all}`;
  const first = sql`select ${packages.id} as id, ${whole} as text from ${packages} where ${indexed} limit ${mostFound}`;
  return sql`${packages.id} = any(array(select id from (${first}) as first where text ${all}))`;
}

export interface SearchPage {
  total: number;
  offset: number;
  cards: PackageCard[];
  /** The term is longer than any stored text. */
  tooLong: boolean;
  /** Some package has all that the term asks for. */
  isWhole: boolean;
}

const newestFirst = [desc(packages.createdAt), desc(packages.id)];

interface Stretch {
  offset: number;
  limit: number;
}

interface PackageRequest extends Stretch {
  filters?: Filters;
  kind?: Kind | null;
}

/** The ids of a stretch, with the length of the whole list. */
interface Hits {
  total: number;
  ids: string[];
}

/**
 * Packages that hold every typed word somewhere, apart or within other words (SRC-05), and packages that the term means
 * by its stems, synonyms and corrected typos; ranked by what is told where (title, tags, description, tracks), then
 * newest. Without a term all packages (A-08).
 */
export async function searchPackages(
  source: CatalogSource,
  typed: string | null | undefined,
  { filters = noFilters, kind = null, offset, limit }: PackageRequest,
): Promise<SearchPage> {
  const term = readTerm(typed);
  if (term.kind === 'too-long') return { total: 0, offset, cards: [], tooLong: true, isWhole: false };
  const text = term.kind === 'text' ? term.text : null;
  const key = JSON.stringify(['packages', text, filters, kind, offset, limit]);
  const { total, ids, isWhole } = await listMemoryOf(source.bus).get(key, () =>
    findPackages(source, text, { filters, kind, offset, limit }),
  );
  return { total, offset, cards: await listCards(source, ids), tooLong: false, isWhole };
}

async function findPackages(
  source: CatalogSource,
  text: string | null,
  { filters, kind, ...stretch }: Required<PackageRequest>,
): Promise<Hits & { isWhole: boolean }> {
  const limits = and(conditionOf(filters), kind ? eq(categories.kind, kind) : undefined);
  if (text === null) {
    const all = limits
      ? readPage(source.db, allOf(visible, limits), newestFirst, stretch)
      : listNewest(source, stretch);
    return { ...(await all), isWhole: true };
  }
  const { reading, ways } = await waysOf(source, text, kind);
  const read = (way: Way) => readRanked(source.db, foundBy(way, reading, limits), stretch);
  if (limits) {
    const way = await firstMet(source.db, ways);
    return { ...(await read(way)), isWhole: way.isWhole };
  }
  for (const way of ways) {
    const page = await read(way);
    if (page.total > 0) return { ...page, isWhole: way.isWhole };
  }
  return { total: 0, ids: [], isWhole: false };
}

/** What packages may be asked for by a term. */
interface Way {
  /** On packages: they hold every word as typed. */
  literal: SQL;
  /** Their documents by what the term means; null when it tells nothing that they have. */
  meant: DocumentList | null;
  /** It asks for all that the term asks for. */
  isWhole: boolean;
}

/** The ways to meet a term, the strictest first. */
async function waysOf(source: CatalogSource, text: string, kind: Kind | null) {
  const [{ words }, reading] = await Promise.all([foldTerm(source.db, text), readTermWords(source, text)]);
  const literal = holdsAll(everything, words);
  const homes = reading.categories.filter((each) => kind === null || each.kind === kind).map(({ id }) => id);
  const matching = matchingOf(reading);
  const steps = textSteps(reading, matching).map((step, at) => ({
    literal,
    meant: { among: ofPackages, limits: inArray(documents.categoryId, homes), step, most: mostFound },
    isWhole: at === 0 && matching.unknown.length === 0,
  }));
  const ways: Way[] = steps.length > 0 ? steps : [{ literal, meant: null, isWhole: false }];
  return { reading, ways };
}

/** The strictest way that some package meets, or else the last one. */
async function firstMet(db: Database, ways: readonly Way[]): Promise<Way> {
  for (const way of ways) {
    const { rows } = await db.execute<{ isMet: boolean }>(sql`
      select exists (select from ${documents} where ${way.meant ? whereOf(way.meant) : nothing})
        or exists (select from ${packages} where ${way.literal}) as "isMet"`);
    if (firstOf(rows).isMet) return way;
  }
  return ways.at(-1) ?? { literal: nothing, meant: null, isWhole: false };
}

/**
 * The first packages of each condition within limits, as `id` with `score`: a word that most have is not ranked to its
 * end. Only visible packages have documents.
 */
function foundBy({ literal, meant }: Way, reading: WeighedReading, limits?: SQL): SQL {
  const found = sql`select ${documents.packageId} as id, ${documents.createdAt} as made, ${scoreOf(documents, reading)} as score`;
  const joined = sql`${packages}
    join ${categories} on ${categories.id} = ${packages.categoryId}
    left join ${documents} on ${documents.packageId} = ${packages.id}`;
  const typed = sql`(${found} from ${joined} where ${allOf(visible, limits, literal)} limit ${mostFound})`;
  if (!meant) return typed;
  const within = limits
    ? sql`(${found} from ${joined} where ${allOf(visible, limits, whereOf(meant))} limit ${mostFound})`
    : sql`(${found} from ${firstOfList(meant)})`;
  return sql`${typed} union ${within}`;
}

/** A stretch of what was found, the best first, then the newest. */
async function readRanked(db: Database, found: SQL, { offset, limit }: Stretch): Promise<Hits> {
  const { rows } = await db.execute<{ id: string | null; total: number }>(sql`
    with found as materialized (${found})
    select id, total from (select count(*)::int as total from found) as counted left join (
      select id, row_number() over (order by score desc, made desc, id desc) as place
      from found order by place limit ${limit} offset ${offset}
    ) as stretch on true
    order by place`);
  return { total: firstOf(rows).total, ids: rows.flatMap(({ id }) => id ?? []) };
}

/** All packages, newest first; the catalogue's cache has their number. */
async function listNewest(source: CatalogSource, { offset, limit }: Stretch): Promise<Hits> {
  const [{ packages: total }, rows] = await Promise.all([
    countCatalog(source),
    source.db
      .select({ id: packages.id })
      .from(packages)
      .innerJoin(categories, eq(categories.id, packages.categoryId))
      .where(visible)
      .orderBy(...newestFirst)
      .offset(offset)
      .limit(limit),
  ]);
  return { total, ids: rows.map(({ id }) => id) };
}

async function readPage(db: Database, where: SQL, order: SQL[], { offset, limit }: Stretch): Promise<Hits> {
  const rows = await db
    .select({ id: packages.id, total: sql<number>`count(*) over ()`.mapWith(Number) })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .leftJoin(documents, eq(documents.packageId, packages.id))
    .where(where)
    .orderBy(...order)
    .offset(offset)
    .limit(limit);
  const total = rows[0]?.total ?? (offset > 0 ? await countHits(db, where) : 0);
  return { total, ids: rows.map(({ id }) => id) };
}

/** For a page beyond the end, where no row carries the count. */
async function countHits(db: Database, where: SQL): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(where);
  return row?.total ?? 0;
}

/** The keys of packages that a loaded catalogue brought, by id. */
export async function listCatalogueKeys(
  db: Database,
  cards: readonly { id: string }[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: packages.id, key: packages.catalogueKey })
    .from(packages)
    .where(
      inArray(
        packages.id,
        cards.map(({ id }) => id),
      ),
    );
  return new Map(rows.flatMap(({ id, key }) => (key === null ? [] : [[id, key]])));
}

/** The condition of a term over some fields; undefined without a term. */
async function termCondition(
  db: Database,
  typed: string | null | undefined,
  among: Field[],
): Promise<SQL | undefined> {
  const term = readTerm(typed);
  if (term.kind === 'none') return undefined;
  const words = term.kind === 'text' ? (await foldTerm(db, term.text)).words : [];
  return holdsAll(among, words);
}

/** A category page's search and filters; null without any, so that cached lists are used (CAT-10, A-100). */
export async function narrowingOf(
  db: Database,
  typed: string | null | undefined,
  filters: Filters = noFilters,
): Promise<Narrowing | null> {
  const condition = and(await termCondition(db, typed, shownText), conditionOf(filters));
  return condition ? { condition, key: JSON.stringify([readTerm(typed), filters]) } : null;
}

/** The list to filter: a kind's page, optionally one section, or with null the search. */
export interface FilteredList {
  kind: Kind | null;
  categoryId: string | null;
  term: string | null | undefined;
  /** The kind that the search is narrowed to. */
  ofKind?: Kind | null;
}

/** Packages per filter choice. Cached without term and filters. */
export async function countFilterChoices(
  source: CatalogSource,
  { kind, categoryId, term, ofKind = null }: FilteredList,
  filters: Filters,
): Promise<FilterCounts> {
  const { db, bus } = source;
  const homes = kind ? (await listCategories(source, kind)).map(({ id }) => id) : [];
  const ids = categoryId ? homes.filter((id) => id === categoryId) : homes;
  const text = kind ? await termCondition(db, term, shownText) : await meantCondition(source, term, ofKind);
  const where = allOf(visible, kind ? inArray(packages.categoryId, ids) : undefined, text);
  const count = () => countChoices(source, { where, isSearch: kind === null }, filters);
  if (text || countFilters(filters) > 0) return count();
  return memoryOf(bus).get(`choices:${kind ?? ''}:${kind ? ids.join() : ''}`, count);
}

/** The condition of the search's term; undefined without a term. */
async function meantCondition(
  source: CatalogSource,
  typed: string | null | undefined,
  kind: Kind | null,
): Promise<SQL | undefined> {
  const term = readTerm(typed);
  const ofKind = kind ? eq(categories.kind, kind) : undefined;
  if (term.kind === 'none') return ofKind;
  if (term.kind === 'too-long') return nothing;
  const { reading, ways } = await waysOf(source, term.text, kind);
  const found = foundBy(await firstMet(source.db, ways), reading);
  return allOf(sql`${packages.id} = any(array(select id from (${found}) as found))`, ofKind);
}

export interface ManagedSearch {
  /** On packages joined with their categories; undefined without a term. */
  condition: SQL | undefined;
  /** Ascending: most matched words first, then by field; empty without a term. */
  order: SQL[];
}

/** The administrators' search: one word suffices, more words rank higher (A-09, PKM-02). */
export async function managedSearch(db: Database, typed: string | null | undefined): Promise<ManagedSearch> {
  const term = readTerm(typed);
  if (term.kind === 'none') return { condition: undefined, order: [] };
  const words = term.kind === 'text' ? (await foldTerm(db, term.text)).words.slice(0, 32) : [];
  if (words.length === 0) return { condition: nothing, order: [] };
  const found = words.map((word) => sql`(${anyFieldHolds(managed, word)})::int`);
  const inTitle = words.map((word) => sql`(${holds('title', word)})::int`);
  return {
    condition: anyOf(...words.map((word) => anyFieldHolds(managed, word))),
    order: [sql`-(${sql.join(found, sql` + `)})`, sql`-(${sql.join(inTitle, sql` + `)})`],
  };
}
