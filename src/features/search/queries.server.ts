import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { allOf, anyOf } from '#db/conditions.ts';
import type { Database } from '#db/open.server.ts';
import { prepared } from '#db/prepared.server.ts';
import { categories, packages } from '#db/schema/catalog.ts';
import type { Kind } from '#features/catalog/kinds.ts';
import { memoryOf } from '#features/catalog/memory.ts';
import type { PackageCard } from '#features/catalog/model.ts';
import {
  type CatalogSource,
  cardColumns,
  countCatalog,
  listCategories,
  toCard,
  visible,
} from '#features/catalog/queries.server.ts';
import type { Narrowing } from '#features/catalog/shelf/queries.server.ts';
import { firstOf } from '#platform/elements.ts';
import { countFilters, type FilterCounts, type Filters, noFilters } from './filters/model.ts';
import { conditionOf, countChoices } from './filters/queries.server.ts';
import { containing, readTerm, wordsOf } from './term.ts';

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

/** Words with a condition of their own that an index can answer; further words are checked together. */
const wordsByIndex = 8;

const nothing = sql`false`;

const foldText = prepared((db) =>
  db
    .select({ folded: sql<string>`fold(${sql.placeholder('text')}::text)` })
    .from(sql`(values (1)) as one`)
    .prepare('search_fold'),
);

interface Folded {
  phrase: string;
  /** Empty: nothing can match. */
  words: string[];
}

/** Folds a term as the database folds stored texts: lower case, without accents. */
async function foldTerm(db: Database, text: string): Promise<Folded> {
  const { folded } = firstOf(await foldText(db).execute({ text }));
  return { phrase: folded, words: wordsOf(folded) };
}

const holds = (field: Field, word: string): SQL => sql`${fields[field]} like ${containing(word)}`;
const anyFieldHolds = (among: Field[], word: string): SQL =>
  anyOf(...among.map((field) => holds(field, word)));

/** Every word matches in some field, apart or together (SRC-05, SRC-07). */
function holdsAll(among: Field[], words: string[]): SQL {
  if (words.length === 0) return nothing;
  const single = words.slice(0, wordsByIndex).map((word) => anyFieldHolds(among, word));
  const rest = words.slice(wordsByIndex).map(containing);
  if (rest.length === 0) return allOf(...single);
  const whole = sql.join(
    among.map((field) => fields[field]),
    sql` || e'\n' || `,
  );
  return allOf(...single, sql`${whole} like all(${sql.param(rest)}::text[])`);
}

/** How many fields, best first, are needed to match all words: 1 is the best. */
function rankOf(among: Field[], words: string[]): SQL<number> {
  const steps = among
    .slice(0, -1)
    .map((_, at) => sql`when ${holdsAll(among.slice(0, at + 1), words)} then ${sql.raw(String(at + 1))}`);
  return sql`case ${sql.join(steps, sql` `)} else ${sql.raw(String(among.length))} end`;
}

export interface SearchPage {
  total: number;
  offset: number;
  cards: PackageCard[];
  /** The term is longer than any stored text. */
  tooLong: boolean;
}

const newestFirst = [desc(packages.createdAt), desc(packages.id)];

interface Stretch {
  offset: number;
  limit: number;
}

/**
 * Ranked by field (title, tag, description, track), phrases first, then newest; without a term all packages (A-08).
 */
export async function searchPackages(
  source: CatalogSource,
  typed: string | null | undefined,
  stretch: Stretch,
  filters: Filters = noFilters,
): Promise<SearchPage> {
  const term = readTerm(typed);
  const { db } = source;
  if (term.kind === 'too-long') return { total: 0, offset: stretch.offset, cards: [], tooLong: true };
  if (term.kind === 'none') {
    if (countFilters(filters) === 0) return listNewest(source, stretch);
    return readPage(db, allOf(visible, conditionOf(filters)), newestFirst, stretch);
  }
  const { words, phrase } = await foldTerm(db, term.text);
  if (words.length === 0) return { total: 0, offset: stretch.offset, cards: [], tooLong: false };
  const phraseFirst = words.length > 1 ? [desc(sql`(${anyFieldHolds(everything, phrase)})`)] : [];
  const order = [rankOf(everything, words), ...phraseFirst, ...newestFirst];
  return readPage(db, allOf(visible, holdsAll(everything, words), conditionOf(filters)), order, stretch);
}

/** All packages, newest first; the catalogue's cache has their number. */
async function listNewest(source: CatalogSource, { offset, limit }: Stretch): Promise<SearchPage> {
  const read = async () => {
    const rows = await source.db
      .select(cardColumns)
      .from(packages)
      .innerJoin(categories, eq(categories.id, packages.categoryId))
      .where(visible)
      .orderBy(...newestFirst)
      .offset(offset)
      .limit(limit);
    return rows.map(toCard);
  };
  const kept = memoryOf(source.bus).get(`newest:${offset}:${limit}`, read);
  const [{ packages: total }, cards] = await Promise.all([countCatalog(source), kept]);
  return { total, offset, cards, tooLong: false };
}

async function readPage(
  db: Database,
  where: SQL,
  order: SQL[],
  { offset, limit }: Stretch,
): Promise<SearchPage> {
  const hits = db
    .select({ id: packages.id, total: sql<number>`count(*) over ()`.mapWith(Number).as('total') })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(where)
    .orderBy(...order)
    .offset(offset)
    .limit(limit)
    .as('hits');
  const rows = await db
    .select({ card: cardColumns, total: hits.total })
    .from(hits)
    .innerJoin(packages, eq(packages.id, hits.id))
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .orderBy(...order);
  const total = rows[0]?.total ?? (offset > 0 ? await countHits(db, where) : 0);
  return { total, offset, cards: rows.map(({ card }) => toCard(card)), tooLong: false };
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
  return condition ? { condition } : null;
}

/** The list to filter: a kind's page, optionally one section, or with null the search. */
export interface FilteredList {
  kind: Kind | null;
  categoryId: string | null;
  term: string | null | undefined;
}

/** Packages per filter choice. Cached without term and filters. */
export async function countFilterChoices(
  source: CatalogSource,
  { kind, categoryId, term }: FilteredList,
  filters: Filters,
): Promise<FilterCounts> {
  const { db, bus } = source;
  const homes = kind ? (await listCategories(source, kind)).map(({ id }) => id) : [];
  const ids = categoryId ? homes.filter((id) => id === categoryId) : homes;
  const text = await termCondition(db, term, kind ? shownText : everything);
  const where = allOf(visible, kind ? inArray(packages.categoryId, ids) : undefined, text);
  const count = () => countChoices(db, where, filters);
  if (text || countFilters(filters) > 0) return count();
  return memoryOf(bus).get(`choices:${kind ?? ''}:${kind ? ids.join() : ''}`, count);
}

export interface ManagedSearch {
  /** On packages joined with their categories; undefined without a term. */
  condition: SQL | undefined;
  /** Most matched words first, then by field; empty without a term. */
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
    order: [desc(sql.join(found, sql` + `)), desc(sql.join(inTitle, sql` + `))],
  };
}
