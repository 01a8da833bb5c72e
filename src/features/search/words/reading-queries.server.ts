import { sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { prepared } from '#db/prepared.server.ts';
import { kindOfSlug } from '#features/catalog/kinds.ts';
import { memoryOf } from '#features/catalog/memory.ts';
import { type CatalogSource, countCatalog, listCategories } from '#features/catalog/queries.server.ts';
import { readTerm } from '../term.ts';
import type { Token } from './facts.ts';
import { type Group, type NamedCategory, type Reading, readWords, type SynonymClass } from './reading.ts';
import { cutsOf, type KnownWord, nearestWord } from './typos.ts';

/** Words of a term that are read; further ones are ignored. */
const mostWords = 24;

interface TypedWord extends Token {
  packages: number;
}

const typedWords = prepared((db) =>
  db
    .select({
      word: sql<string>`typed.word`,
      lexeme: sql<string | null>`typed.stem[1]`,
      packages: sql<number>`coalesce(search_frequency(typed.stem[1]), 0)`,
    })
    .from(
      sql`(select word, place, ts_lexize('pg_catalog.portuguese_stem', word) as stem
        from regexp_split_to_table(search_text(${sql.placeholder('text')}::text), ' ') with ordinality as t(word, place)
        where word <> '' order by place limit ${mostWords}) as typed`,
    )
    .orderBy(sql`typed.place`)
    .prepare('search_typed_words'),
);

/** The synonyms and the categories by their words, as long as nothing of them changes. */
async function listSynonyms({ db, bus }: CatalogSource): Promise<SynonymClass[]> {
  return memoryOf(bus).get('synonyms', async () => {
    const { rows } = await db.execute<{ kind: string | null; text: string; lexemes: string[]; id: string }>(
      sql`select s.id, s.kind, entry as text, search_lexemes(entry) as lexemes
        from search_synonyms s, unnest(s.words) as entry order by s.id`,
    );
    const classes = new Map<string, SynonymClass>();
    for (const { id, kind, text, lexemes } of rows) {
      const known = classes.get(id) ?? { kind: kind === null ? null : kindOfSlug(kind), entries: [] };
      if (lexemes.length > 0) known.entries.push({ text, lexemes });
      classes.set(id, known);
    }
    return [...classes.values()];
  });
}

async function listNamedCategories(source: CatalogSource): Promise<NamedCategory[]> {
  return memoryOf(source.bus).get('named-categories', async () => {
    const categories = await listCategories(source);
    const { rows } = await source.db.execute<{ lexemes: string[] }>(
      sql`select search_lexemes(name) as lexemes
        from unnest(${sql.param(categories.map(({ name }) => name))}::text[]) with ordinality as t(name, place) order by place`,
    );
    return categories.map(({ id, kind }, at) => ({ id, kind, lexemes: rows[at]?.lexemes ?? [] }));
  });
}

/** A reading with what the catalogue knows of its words. */
export interface WeighedReading extends Omit<Reading, 'needed' | 'wished'> {
  needed: WeighedGroup[];
  wished: WeighedGroup[];
  /** The term as it was understood, when a typo was corrected. */
  corrected: string | null;
  categories: NamedCategory[];
}

export interface WeighedGroup extends Group {
  /** The rarer, the heavier; 0: nothing in the catalogue has it. */
  weight: number;
}

/** Reads what was typed into a search; null without a term. A term that is too long means nothing. */
export async function readSearchTerm(
  source: CatalogSource,
  typed: string | null | undefined,
): Promise<WeighedReading | null> {
  const term = readTerm(typed);
  if (term.kind === 'none') return null;
  return readTermWords(source, term.kind === 'text' ? term.text : '');
}

/** Reads a term by the catalogue's words: synonyms, typos, and how telling each word is. */
export async function readTermWords(source: CatalogSource, text: string): Promise<WeighedReading> {
  const [typed, synonyms, categories] = await Promise.all([
    typedWords(source.db).execute({ text }),
    listSynonyms(source),
    listNamedCategories(source),
  ]);
  const { tokens, isCorrected } = await correct(source.db, typed, synonyms);
  const reading = readWords(tokens, synonyms, categories);
  const weigh = await weigher(source, [...reading.needed, ...reading.wished]);
  return {
    ...reading,
    needed: reading.needed.map(weigh),
    wished: reading.wished.map(weigh),
    corrected: isCorrected ? tokens.map(({ word }) => word).join(' ') : null,
    categories,
  };
}

/** Puts known words in the place of unknown ones that resemble them. */
async function correct(db: Database, typed: TypedWord[], synonyms: SynonymClass[]) {
  const spoken = new Set(synonyms.flatMap(({ entries }) => entries.flatMap(({ lexemes }) => lexemes)));
  const isUnknown = ({ word, lexeme, packages }: TypedWord) =>
    lexeme !== null && packages === 0 && !spoken.has(lexeme) && /^[a-z]{4,}$/.test(word);
  const unknown = typed.filter(isUnknown).map(({ word }) => word);
  if (unknown.length === 0) return { tokens: typed as Token[], isCorrected: false };
  const meant = await findMeant(db, unknown, synonyms);
  return {
    tokens: typed.flatMap((token): Token[] => (isUnknown(token) ? meant.get(token.word) : null) ?? [token]),
    isCorrected: meant.size > 0,
  };
}

async function findMeant(
  db: Database,
  unknown: string[],
  synonyms: SynonymClass[],
): Promise<Map<string, Token[]>> {
  const { rows: alike } = await db.execute<
    { typed: string } & { [Name in keyof KnownWord]: KnownWord[Name] }
  >(sql`select typed, alike.* from unnest(${sql.param(unknown)}::text[]) typed, search_alike(typed) alike`);
  const cuts = unknown.flatMap(cutsOf);
  const { rows: parts } = await db.execute<{ word: string; lexeme: string | null; isKnown: boolean }>(
    sql`select word, (ts_lexize('pg_catalog.portuguese_stem', word))[1] as lexeme, w.word is not null as "isKnown"
      from unnest(${sql.param([...new Set(cuts.flat())])}::text[]) as t(word) left join search_words w using (word)`,
  );
  const known = new Map(parts.map((part) => [part.word, part]));
  const own: KnownWord[] = synonyms.flatMap(({ entries }) =>
    entries.flatMap(({ text, lexemes: [lexeme] }) =>
      lexeme && /^[a-z]{4,}$/.test(text) ? [{ word: text, lexeme, packages: 1 }] : [],
    ),
  );
  const meant = new Map<string, Token[]>();
  for (const word of unknown) {
    const near = nearestWord(word, [...alike.filter(({ typed }) => typed === word), ...own]);
    const cut = cutsOf(word).find(
      ([head, tail]) =>
        known.get(head)?.isKnown && (known.get(tail)?.isKnown || known.get(tail)?.lexeme === null),
    );
    const tokens = near ? [near] : cut?.flatMap((part) => known.get(part) ?? []);
    if (tokens)
      meant.set(
        word,
        tokens.map(({ word, lexeme }) => ({ word, lexeme, isCorrected: lexeme !== null })),
      );
  }
  return meant;
}

/** Weighs groups by how few packages have the most frequent of their alternatives. */
async function weigher(source: CatalogSource, groups: Group[]): Promise<(group: Group) => WeighedGroup> {
  const lexemes = [...new Set(groups.flatMap((group) => group.lexemes.flat()))];
  const [{ packages: all }, { rows }] = await Promise.all([
    countCatalog(source),
    source.db.execute<{ lexeme: string; packages: number }>(
      sql`select lexeme, search_frequency(lexeme) as packages from unnest(${sql.param(lexemes)}::text[]) lexeme`,
    ),
  ]);
  const known = new Map(rows.map(({ lexeme, packages }) => [lexeme, packages]));
  return (group) => {
    const amounts = group.lexemes.map((each) => Math.min(...each.map((lexeme) => known.get(lexeme) ?? 0)));
    const most = Math.max(...amounts);
    const isHome = group.others.some((other) => other.startsWith("'c"));
    return {
      ...group,
      weight: most > 0 || isHome ? Math.log(1 + Math.max(all, most, 1) / Math.max(1, most)) : 0,
    };
  };
}
