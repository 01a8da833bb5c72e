import { inArray, type SQL, sql } from 'drizzle-orm';
import { allOf } from '#db/conditions.ts';
import type { Database } from '#db/open.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { packageDocuments, searchWords, trackDocuments } from '#db/schema/search.ts';
import { factsOfKind } from '#features/catalog/kinds.ts';
import { type CatalogSource, countCatalog, listCategories } from '#features/catalog/queries.server.ts';
import { readTerm } from '../term.ts';
import { firstOfList, ofTracks } from '../words/list-queries.server.ts';
import { type Beginning, meets, suggestingOf } from '../words/matching-queries.server.ts';
import { readTermWords } from '../words/reading-queries.server.ts';
import { nearestWord, plain } from '../words/typos.ts';
import { longestSuggested, type Suggestion, searchFor, shortestSuggested } from './model.ts';

/** Documents that are looked at for a beginning that many have; for tags their packages are read too. */
const mostSeen = 1000;
const mostTagged = 400;
/** Words of the catalogue that a beginning stands for. */
const mostWords = 12;
const offered = { tag: 3, package: 4, track: 5, category: 3 };

/** Tags, packages and tracks that what was typed may go on to; the last word may be a beginning. */
export async function suggestSounds(source: CatalogSource, typed: string): Promise<Suggestion[]> {
  const term = readTerm(typed);
  if (term.kind !== 'text' || term.text.length < shortestSuggested || term.text.length > longestSuggested)
    return [];
  const [head, last] = cutLast(term.text);
  const [reading, lexemes, homes] = await Promise.all([
    head ? readTermWords(source, head) : null,
    listMeant(source, last),
    listCategories(source),
  ]);
  const query = suggestingOf(reading, lexemes);
  if (query === null) return [];
  const asked = { ...query, homes: homes.map(({ id }) => id) };
  const groups = await Promise.all([
    suggestTags(source.db, asked, [term.text, ...(reading && reading.needed.length > 0 ? [] : [last])]),
    suggestPackages(source.db, asked),
    suggestTracks(source.db, asked),
  ]);
  return groups.flat();
}

/** The categories whose name has a word that begins like each typed one. */
export async function suggestCategories(source: CatalogSource, typed: string): Promise<Suggestion[]> {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = (await listCategories(source)).filter(({ name }) =>
    words.every((word) => ` ${plain(name)}`.includes(` ${word}`)),
  );
  return found.slice(0, offered.category).map(({ id, name, kind }) => ({
    of: 'category',
    label: name,
    hint: factsOfKind(kind)?.tile ?? null,
    to: `/category/${kind}/all?c=${id}`,
  }));
}

/** What parts words as `search_split()` does: not the apostrophe of "d'água" and "80's", nor what stands in numbers. */
const partings = /[\s\-\u2010-\u2014/&_+]|(?<=[\p{L}\p{M}]{2})['’](?!s$)/gu;

/** The words before the last one, and the last. */
function cutLast(text: string): [head: string, last: string] {
  const parting = Array.from(text.matchAll(partings)).findLast(({ index }) => index + 1 < text.length);
  const at = parting ? parting.index + 1 : 0;
  return [text.slice(0, at).trim(), text.slice(at)];
}

/**
 * The lexemes of the words that begin like this one. When no word does: all lexemes that begin like it, for words that
 * are not counted yet, and the lexeme of the word that it resembles. The beginning is put into the query as a value
 * (`not materialized`), so that the index of words answers.
 */
async function listMeant(source: CatalogSource, last: string): Promise<Beginning[]> {
  const { packages: all } = await countCatalog(source);
  const { rows } = await source.db.execute<{ word: string; lexeme: string | null; packages: number }>(sql`
    with typed as not materialized (
      select word, search_lexeme(word) as lexeme from (select words[cardinality(words)] as word from search_split(${last}) as words) as last
    )
    (select word, lexeme, search_frequency(lexeme) as packages from typed)
    union all
    (select w.word, w.lexeme, w.packages from typed join ${searchWords} w on w.word like typed.word || '%'
      order by w.packages desc limit ${mostWords})`);
  const [typed, ...known] = rows;
  if (!typed?.word) return [];
  const amounts = new Map<string, number>();
  for (const { lexeme, packages } of rows)
    if (lexeme) amounts.set(lexeme, Math.max(packages, amounts.get(lexeme) ?? 0));
  const shareOf = (packages: number) => packages / Math.max(1, all);
  const found = [...amounts].map(([lexeme, packages]) => ({
    lexeme,
    isWhole: true,
    share: shareOf(packages),
  }));
  if (known.length > 0) return found;
  const alike = await source.db.execute<{ word: string; lexeme: string; packages: number }>(
    sql`select * from search_alike(${typed.word})`,
  );
  const near = nearestWord(typed.word, alike.rows);
  return [
    { lexeme: typed.word, isWhole: false, share: 0 },
    ...found,
    ...(near ? [{ lexeme: near.lexeme, isWhole: true, share: shareOf(near.packages) }] : []),
  ];
}

/** Queries for any place of a document, and for what is named so: by its name or title, or by its tags too. */
interface Asked {
  all: string;
  named: string;
  tagged: string;
  share: number;
  homes: string[];
}

/** Packages that are looked at for each that has the word in its title or tags: descriptions have it too. */
const describedToo = 5;

/** The first packages of what is named or tagged so, in no order. */
const seenOf = ({ homes, all, tagged, share }: Asked, most: number): SQL => sql`
  select id, doc from (
    select ${packageDocuments.packageId} as id, ${packageDocuments.doc} as doc from ${packageDocuments}
    where ${allOf(inArray(packageDocuments.categoryId, homes), meets(packageDocuments, { query: all, share }))}
    limit ${most * describedToo}
  ) as described
  where doc @@ ${tagged}::tsquery limit ${most}`;

async function suggestTags(db: Database, asked: Asked, typed: string[]): Promise<Suggestion[]> {
  const { rows } = await db.execute<{ tag: string }>(sql`
    select (array_agg(tag order by amount desc, tag))[1] as tag from (
      select key, tag, count(*) as amount from (${seenOf(asked, mostTagged)}) as seen
      join ${packages} using (id) join ${packageDocuments} on package_id = id,
        unnest(${packages.tags}, ${packageDocuments.tagKeys}) as tagged(tag, key)
      where key is not null group by key, tag
    ) as spelt
    group by key order by sum(amount) desc, 1 limit 300`);
  const beginnings = typed.flatMap(
    (text) =>
      plain(text)
        .match(/[\p{L}\p{N}]+/gu)
        ?.join(' ') ?? [],
  );
  return rows
    .filter(({ tag }) => beginnings.some((beginning) => ` ${plain(tag)}`.includes(` ${beginning}`)))
    .slice(0, offered.tag)
    .map(({ tag }) => ({
      of: 'tag',
      label: tag,
      hint: null,
      to: `/search?${new URLSearchParams({ tag })}`,
    }));
}

async function suggestPackages(db: Database, asked: Asked): Promise<Suggestion[]> {
  const { rows } = await db.execute<{ id: string; title: string; kind: string }>(sql`
    select ${packages.id} as id, ${packages.title} as title, ${categories.kind} as kind
    from (
      select id, doc @@ ${asked.named}::tsquery as "isNamed"
      from (${seenOf(asked, mostSeen)}) as seen
      order by 2 desc, 1 desc limit ${offered.package}
    ) as best
    join ${packages} using (id) join ${categories} on ${categories.id} = ${packages.categoryId}
    order by "isNamed" desc, id desc`);
  return rows.map(({ id, title, kind }) => ({
    of: 'package',
    label: title,
    hint: factsOfKind(kind)?.noun[1] ?? null,
    to: `/package/${id}`,
  }));
}

async function suggestTracks(db: Database, { all, share, named, homes }: Asked): Promise<Suggestion[]> {
  const limits = inArray(trackDocuments.categoryId, homes);
  const seen = firstOfList({ among: ofTracks, limits, step: { query: all, share }, most: mostSeen });
  const { rows } = await db.execute<{ id: string; name: string; packageId: string; title: string }>(sql`
    select ${tracks.id} as id, ${tracks.name} as name, ${packages.id} as "packageId", ${packages.title} as title
    from (
      select ${trackDocuments.trackId} as id from ${seen}
      where ${trackDocuments.doc} @@ ${named}::tsquery order by id desc limit ${offered.track}
    ) as best
    join ${tracks} using (id) join ${packages} on ${packages.id} = ${tracks.packageId}
    order by id desc`);
  return rows.map(({ id, name, packageId, title }) => ({
    of: 'track',
    label: name,
    hint: title,
    to: `/package/${packageId}?track=${id}`,
  }));
}

/** What stands for a whole term in a list of suggestions. */
export const suggestTerm = (term: string): Suggestion => ({
  of: 'term',
  label: `Buscar “${term}”`,
  hint: 'Na biblioteca inteira',
  to: searchFor(term),
});
