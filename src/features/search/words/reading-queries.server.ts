import { sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { prepared } from '#db/prepared.server.ts';
import { kindOfSlug } from '#features/catalog/kinds.ts';
import { listMemoryOf, memoryOf, rememberEach } from '#features/catalog/memory.ts';
import { type CatalogSource, countCatalog, listCategories } from '#features/catalog/queries.server.ts';
import { readTerm } from '../term.ts';
import type { Token } from './facts.ts';
import { sameNumbers } from './numbers.ts';
import {
  type Group,
  isHomeQuery,
  isStop,
  type NamedCategory,
  type Reading,
  readWords,
  type SynonymClass,
  tellingOf,
} from './reading.ts';
import { cutsOf, type KnownWord, nearestWord, plain } from './typos.ts';

/** Words of a term that are read; further ones are ignored. */
const mostWords = 24;

interface TypedWord extends Token {
  packages: number;
}

const typedWords = prepared((db) =>
  db
    .select({
      word: sql<string>`typed.word`,
      lexeme: sql<string>`typed.lexeme`,
      packages: sql<number>`search_frequency(typed.lexeme)`,
    })
    .from(
      sql`(select word, place, search_lexeme(word) as lexeme
        from unnest(search_split(${sql.placeholder('text')}::text)) with ordinality as t(word, place)
        order by place limit ${mostWords}) as typed`,
    )
    .orderBy(sql`typed.place`)
    .prepare('search_typed_words'),
);

/** The synonyms and the categories by their words, as long as nothing of them changes. */
async function listSynonyms({ db, bus }: CatalogSource): Promise<SynonymClass[]> {
  return memoryOf(bus).get('synonyms', async () => {
    const { rows } = await db.execute<{ kind: string | null; text: string; lexemes: string[]; id: string }>(
      sql`select id, kind, entry as text, array(select search_lexeme(word) from unnest(search_split(entry)) word) as lexemes
        from (
          select id, kind, entry, place from search_synonyms, unnest(words) with ordinality as t(entry, place)
          union all
          select same->>0, null, entry, place from jsonb_array_elements(${JSON.stringify(sameNumbers)}::jsonb) as same, jsonb_array_elements_text(same) with ordinality as t(entry, place)
        ) as entries order by id, place`,
    );
    const classes = new Map<string, SynonymClass>();
    for (const { id, kind, text, lexemes } of rows) {
      const known = classes.get(id) ?? { kind: kind === null ? null : kindOfSlug(kind), entries: [] };
      if (!lexemes.every(isStop)) known.entries.push({ text, lexemes: tellingOf(lexemes) });
      classes.set(id, known);
    }
    return withNumbers([...classes.values()]);
  });
}

/** Phrases with a number have it in every form: 'sete de setembro' and '7 de setembro'. */
function withNumbers(classes: SynonymClass[]): SynonymClass[] {
  const names = new Set(sameNumbers.map(([first]) => first));
  const forms = new Map<string, string[]>();
  for (const { entries } of classes.filter(({ entries: [first] }) => names.has(first?.text))) {
    const same = entries.flatMap(({ lexemes: [lexeme, ...more] }) =>
      lexeme && more.length === 0 ? [lexeme] : [],
    );
    for (const lexeme of same) forms.set(lexeme, [...(forms.get(lexeme) ?? []), ...same]);
  }
  const inForms = ({ text, lexemes }: SynonymClass['entries'][number]) =>
    lexemes.length < 2
      ? []
      : lexemes.flatMap((lexeme, at) =>
          (forms.get(lexeme) ?? []).map((form) => ({ text, lexemes: lexemes.with(at, form) })),
        );
  return classes.map(({ kind, entries }) => ({
    kind,
    entries: entries.flatMap((entry) => [entry, ...inForms(entry)]),
  }));
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
  /** The term that was read. */
  text: string;
  needed: WeighedGroup[];
  wished: WeighedGroup[];
  /** The words of the term as they were understood, typos corrected. */
  tokens: Token[];
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
export const readTermWords = (source: CatalogSource, text: string): Promise<WeighedReading> =>
  listMemoryOf(source.bus).get(`reading:${text}`, () => readAnew(source, text));

async function readAnew(source: CatalogSource, text: string): Promise<WeighedReading> {
  const [typed, synonyms, categories] = await Promise.all([
    typedWords(source.db).execute({ text }),
    listSynonyms(source),
    listNamedCategories(source),
  ]);
  const tokens = await correct(source.db, asTyped(typed, text), synonyms);
  const reading = readWords(tokens, synonyms, categories);
  const weigh = await weigher(source, [...reading.needed, ...reading.wished]);
  return {
    ...reading,
    text,
    needed: reading.needed.map(weigh),
    wished: reading.wished.map(weigh),
    tokens,
    categories,
  };
}

/** The words with their spelling, where the text falls apart into as many; stop words apart from others. */
function asTyped(words: { word: string; lexeme: string; packages: number }[], text: string): TypedWord[] {
  const pieces = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  const spelt = new Map(pieces.map((piece) => [plain(piece), piece.toLocaleLowerCase('pt-BR')]));
  return words.map(({ lexeme, ...each }, at) => {
    const piece = pieces.length === words.length ? pieces[at]?.toLocaleLowerCase('pt-BR') : undefined;
    const shown = piece ?? spelt.get(each.word) ?? each.word.replace('.', ',');
    return isStop(lexeme) ? { ...each, shown, lexeme: null, stop: lexeme } : { ...each, shown, lexeme };
  });
}

/** Puts known words in the place of unknown ones that resemble them. */
async function correct(db: Database, typed: TypedWord[], synonyms: SynonymClass[]): Promise<Token[]> {
  const spoken = new Set(synonyms.flatMap(({ entries }) => entries.flatMap(({ lexemes }) => lexemes)));
  const isUnknown = ({ word, lexeme, packages }: TypedWord) =>
    lexeme !== null && packages === 0 && !spoken.has(lexeme) && /^[a-z]{4,}$/.test(word);
  const unknown = typed.filter(isUnknown);
  if (unknown.length === 0) return typed;
  const meant = await findMeant(
    db,
    unknown.map(({ word }) => word),
    synonyms,
  );
  const spelt = await findSpelling(db, [...meant.values()].flat(), synonyms);
  return typed.flatMap((token): Token[] => {
    const found = isUnknown(token) ? meant.get(token.word) : undefined;
    if (!found) return [token];
    const corrects = { typed: token.shown ?? token.word, isGuess: found.some(({ isGuess }) => isGuess) };
    return found.map(({ word, lexeme, shown }) => ({
      word,
      lexeme,
      shown: shown ?? spelt.get(word) ?? word,
      ...(lexeme === null ? {} : { corrects }),
    }));
  });
}

interface MeantWord {
  word: string;
  lexeme: string | null;
  isGuess: boolean;
  shown?: string;
}

/** How the catalogue spells words that are known without accents. */
async function findSpelling(
  db: Database,
  words: MeantWord[],
  synonyms: SynonymClass[],
): Promise<Map<string, string>> {
  const lexemes = words.flatMap(({ lexeme, shown }) => (lexeme === null || shown ? [] : [lexeme]));
  if (lexemes.length === 0) return new Map();
  const { rows } = await db.execute<{ text: string }>(sql`
    select text from unnest(${sql.param(lexemes)}::text[]) as lexeme, lateral (
      select concat_ws(' ', p.title, join_tags(p.tags), p.description, array_to_string(array(
          select name from tracks where package_id = p.id limit 100
        ), ' ')) as text
      from package_documents d join packages p on p.id = d.package_id
      where d.doc @@ format('''%s''', lexeme)::tsquery limit 10
    ) as found`);
  const texts = [...rows, ...synonyms.flatMap(({ entries }) => entries)];
  const pieces = texts.flatMap(({ text }) => text.toLocaleLowerCase('pt-BR').match(/\p{L}+/gu) ?? []);
  // Names of files often leave accents out: an accented spelling is the better one.
  const accented = pieces.filter((piece) => plain(piece) !== piece);
  return new Map(accented.map((piece) => [plain(piece), piece]));
}

async function findMeant(
  db: Database,
  unknown: string[],
  synonyms: SynonymClass[],
): Promise<Map<string, MeantWord[]>> {
  const cuts = unknown.flatMap(cutsOf);
  const [{ rows: alike }, { rows: parts }] = await Promise.all([
    db.execute<{ typed: string } & { [Name in keyof KnownWord]: KnownWord[Name] }>(
      sql`select typed, alike.* from unnest(${sql.param(unknown)}::text[]) typed, search_alike(typed) alike`,
    ),
    db.execute<{ word: string; lexeme: string | null; isKnown: boolean }>(
      sql`select word, nullif(search_lexeme(word), '_' || word) as lexeme, w.word is not null as "isKnown"
        from unnest(${sql.param([...new Set(cuts.flat())])}::text[]) as t(word) left join search_words w using (word)`,
    ),
  ]);
  const known = new Map(parts.map((part) => [part.word, part]));
  const own: KnownWord[] = synonyms.flatMap(({ entries }) =>
    entries.flatMap(({ text, lexemes: [lexeme] }) => {
      const word = plain(text);
      return lexeme && /^[a-z]{4,}$/.test(word) ? [{ word, lexeme, packages: 1, shown: text }] : [];
    }),
  );
  const meant = new Map<string, MeantWord[]>();
  for (const word of unknown) {
    const near = nearestWord(word, [...alike.filter(({ typed }) => typed === word), ...own]);
    const cut = cutsOf(word).find(
      ([head, tail]) =>
        known.get(head)?.isKnown && (known.get(tail)?.isKnown || known.get(tail)?.lexeme === null),
    );
    const isGuess = cut?.every((part) => known.get(part)?.lexeme) ?? false;
    const parts = cut?.flatMap((part) => known.get(part) ?? []).map((part) => ({ ...part, isGuess }));
    const found = near ? [near] : parts;
    if (found) meant.set(word, found);
  }
  return meant;
}

/** Whether sounds that lack the word can have what it says. */
const isMeasurable = ({ mood, bpm }: Group): boolean => mood !== null || bpm !== null;

/**
 * How many packages have each lexeme. A stop word counts as known: documents of packages leave out those of tracks' names,
 * and the vocabulary learns a new one within a minute only.
 */
async function readFrequencies(db: Database, lexemes: string[]) {
  const { rows } = await db.execute<{ id: string; packages: number }>(
    sql`select lexeme as id, greatest(search_frequency(lexeme), starts_with(lexeme, '_')::int) as packages from unnest(${sql.param(lexemes)}::text[]) lexeme`,
  );
  return rows;
}

/** Weighs groups by how few packages have the most frequent of their alternatives. */
async function weigher(source: CatalogSource, groups: Group[]): Promise<(group: Group) => WeighedGroup> {
  const lexemes = [...new Set(groups.flatMap((group) => group.lexemes.flat()))];
  const [{ packages: all }, counted] = await Promise.all([
    countCatalog(source),
    rememberEach(source.bus, lexemes, {
      name: 'frequencies',
      most: 20_000,
      read: (unknown) => readFrequencies(source.db, unknown),
    }),
  ]);
  const known = new Map(counted.map(({ id, packages }) => [id, packages]));
  return (group) => {
    const amounts = group.lexemes.map((each) => Math.min(...each.map((lexeme) => known.get(lexeme) ?? 0)));
    const most = Math.max(...amounts);
    const isHome = group.others.some(isHomeQuery);
    const isKnown = most > 0 || isHome || isMeasurable(group);
    return { ...group, weight: isKnown ? Math.log(1 + Math.max(all, most, 1) / Math.max(1, most)) : 0 };
  };
}
