import { eq } from 'drizzle-orm';
import { prepared } from '#db/prepared.server.ts';
import { categories, packages } from '#db/schema/catalog.ts';
import { memoryOf } from '#features/catalog/memory.ts';
import { type CatalogSource, visible } from '#features/catalog/queries.server.ts';
import { searchPackages } from '../queries.server.ts';
import { readTerm } from '../term.ts';
import { plain, putRight, shortest, wordsIn } from './spelling.ts';

/** Longest term that is corrected. */
const longest = 80;

const spokenTexts = prepared((db) =>
  db
    .select({ title: packages.title, tags: packages.tags })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(visible)
    .prepare('search_spoken_texts'),
);

/** The words of titles and tags, most frequent first. */
async function readWords({ db }: CatalogSource): Promise<ReadonlyMap<string, string>> {
  const counts = new Map<string, { word: string; count: number }>();
  for (const { title, tags } of await spokenTexts(db).execute()) {
    // Tags first: they are spelt as people type.
    for (const word of wordsIn([...(tags ?? []), title].join(' '))) {
      const form = plain(word);
      if (form.length < shortest) continue;
      const known = counts.get(form);
      if (known) known.count++;
      else counts.set(form, { word: word.toLocaleLowerCase('pt-BR'), count: 1 });
    }
  }
  const frequent = [...counts].sort(([, one], [, other]) => other.count - one.count);
  return new Map(frequent.map(([form, { word }]) => [form, word]));
}

/** A corrected spelling for a term without results, from titles and tags; null without a better one. */
export async function suggestTerm(source: CatalogSource, typed: string): Promise<string | null> {
  const term = readTerm(typed);
  if (term.kind !== 'text' || term.text.length > longest) return null;
  const words = await memoryOf(source.bus).get('words', () => readWords(source));
  const meant = putRight(term.text, words);
  if (meant === null) return null;
  const { total } = await searchPackages(source, meant, { offset: 0, limit: 1 });
  return total > 0 ? meant : null;
}
