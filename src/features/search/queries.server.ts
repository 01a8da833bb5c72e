import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
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
import { countFilters, type FilterCounts, type Filters, noFilters } from './filters/model.ts';
import { conditionOf, countChoices } from './filters/queries.server.ts';
import { containing, readTerm, wordsOf } from './term.ts';

/** What is looked at, the most telling first: where a word stands decides the rank (A-09). */
const fields = {
  title: packages.titleFold,
  tags: packages.tagsFold,
  description: packages.descriptionFold,
  tracks: packages.tracksFold,
} as const;
type Field = keyof typeof fields;

/** What listeners search. */
const everything: Field[] = ['title', 'tags', 'description', 'tracks'];
/** What the box of a category page looks at (CAT-10, A-99). */
const shownText: Field[] = ['title', 'description'];
/** What the administrators' list looks at (PKM-02). */
const managed: Field[] = ['title', 'tags', 'description'];

/** Words that get a condition of their own, which an index can answer; any further ones are checked together. */
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
  /** None: nothing can match. */
  words: string[];
}

/** A term as the database folds what it stores: lower case, without accents. */
async function foldTerm(db: Database, text: string): Promise<Folded> {
  const [row] = await foldText(db).execute({ text });
  return { phrase: row!.folded, words: wordsOf(row!.folded) };
}

const holds = (field: Field, word: string): SQL => sql`${fields[field]} like ${containing(word)}`;
const anyFieldHolds = (among: Field[], word: string): SQL => or(...among.map((field) => holds(field, word)))!;

/**
 * Every word stands somewhere in these fields. A literal hit has all of its words in one field, so this keeps every
 * literal hit and adds those with the words apart (SRC-05, SRC-07).
 */
function holdsAll(among: Field[], words: string[]): SQL {
  if (words.length === 0) return nothing;
  const single = words.slice(0, wordsByIndex).map((word) => anyFieldHolds(among, word));
  const rest = words.slice(wordsByIndex).map(containing);
  if (rest.length === 0) return and(...single)!;
  const whole = sql.join(
    among.map((field) => fields[field]),
    sql` || e'\n' || `,
  );
  return and(...single, sql`${whole} like all(${sql.param(rest)}::text[])`)!;
}

/** How many fields, counted from the most telling, are needed to find all words: 1 is the best. */
function rankOf(among: Field[], words: string[]): SQL<number> {
  const steps = among
    .slice(0, -1)
    .map((_, at) => sql`when ${holdsAll(among.slice(0, at + 1), words)} then ${sql.raw(String(at + 1))}`);
  return sql`case ${sql.join(steps, sql` `)} else ${sql.raw(String(among.length))} end`;
}

/** A page of results. */
export interface SearchPage {
  /** How many there are in all. */
  total: number;
  offset: number;
  cards: PackageCard[];
  /** The term is longer than anything that could be found. */
  tooLong: boolean;
}

const newestFirst = [desc(packages.createdAt), desc(packages.id)];

interface Stretch {
  offset: number;
  limit: number;
}

/**
 * What listeners find: packages that hold every word of the term and meet the filters, ranked by where (title, tag,
 * description, track name), whole phrases first, then the newest. Without a term all of them, the newest first (A-08).
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
    return readPage(db, and(visible, conditionOf(filters))!, newestFirst, stretch);
  }
  const { words, phrase } = await foldTerm(db, term.text);
  if (words.length === 0) return { total: 0, offset: stretch.offset, cards: [], tooLong: false };
  const phraseFirst = words.length > 1 ? [desc(sql`(${anyFieldHolds(everything, phrase)})`)] : [];
  const order = [rankOf(everything, words), ...phraseFirst, ...newestFirst];
  return readPage(db, and(visible, holdsAll(everything, words), conditionOf(filters))!, order, stretch);
}

/** All packages, the newest first; their number is known to the catalogue. */
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

/** For a stretch beyond the end, where no row carries the count. */
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

/**
 * What the box and the filters of a category page ask for: null without any, so that the kept answers serve (CAT-10,
 * A-100).
 */
export async function narrowingOf(
  db: Database,
  typed: string | null | undefined,
  filters: Filters = noFilters,
): Promise<Narrowing | null> {
  const condition = and(await termCondition(db, typed, shownText), conditionOf(filters));
  return condition ? { condition } : null;
}

/** The list that filters narrow: of a kind's page, perhaps of one section of it, or with null of the search. */
export interface FilteredList {
  kind: Kind | null;
  categoryId: string | null;
  term: string | null | undefined;
}

/** How many packages each choice of the filters would leave. Without term and filters the answer is remembered. */
export async function countFilterChoices(
  source: CatalogSource,
  { kind, categoryId, term }: FilteredList,
  filters: Filters,
): Promise<FilterCounts> {
  const { db, bus } = source;
  const homes = kind ? (await listCategories(source, kind)).map(({ id }) => id) : [];
  const ids = categoryId ? homes.filter((id) => id === categoryId) : homes;
  const text = await termCondition(db, term, kind ? shownText : everything);
  const where = and(visible, kind ? inArray(packages.categoryId, ids) : undefined, text)!;
  const count = () => countChoices(db, where, filters);
  if (text || countFilters(filters) > 0) return count();
  return memoryOf(bus).get(`choices:${kind ?? ''}:${kind ? ids.join() : ''}`, count);
}

/** How the administrators' list is narrowed and ordered. */
export interface ManagedSearch {
  /** Of packages joined with their categories; undefined without a term. */
  condition: SQL | undefined;
  /** Most words found first, then by where; empty without a term. */
  order: SQL[];
}

/** The administrators' rule: any word is enough, more words rank higher (A-09, PKM-02). */
export async function managedSearch(db: Database, typed: string | null | undefined): Promise<ManagedSearch> {
  const term = readTerm(typed);
  if (term.kind === 'none') return { condition: undefined, order: [] };
  const words = term.kind === 'text' ? (await foldTerm(db, term.text)).words.slice(0, 32) : [];
  if (words.length === 0) return { condition: nothing, order: [] };
  const found = words.map((word) => sql`(${anyFieldHolds(managed, word)})::int`);
  const inTitle = words.map((word) => sql`(${holds('title', word)})::int`);
  return {
    condition: or(...words.map((word) => anyFieldHolds(managed, word)))!,
    order: [desc(sql.join(found, sql` + `)), desc(sql.join(inTitle, sql` + `))],
  };
}
