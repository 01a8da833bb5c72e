import { asc, desc, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { searchMisses, searchSynonyms } from '#db/schema/search.ts';
import type { Admin } from '#features/accounts/model.ts';
import { containing } from '../term.ts';
import type { Miss, SynonymGroup } from './model.ts';

/** Groups of synonyms in the order of their first word, those with the term. */
export async function listSynonymGroups(db: Database, _admin: Admin, term: string): Promise<SynonymGroup[]> {
  const text = sql`fold(array_to_string(${searchSynonyms.words}, ' '))`;
  return db
    .select({ id: searchSynonyms.id, words: searchSynonyms.words, kind: searchSynonyms.kind })
    .from(searchSynonyms)
    .where(term ? sql`${text} like fold(${containing(term)})` : undefined)
    .orderBy(
      sql`${searchSynonyms.kind} is null`,
      sql`${searchSynonyms.words}[1] collate pt_br`,
      asc(searchSynonyms.id),
    )
    .limit(500);
}

/** What was searched without success, the most often first. */
export async function listMisses(db: Database, _admin: Admin): Promise<Miss[]> {
  const rows = await db
    .select()
    .from(searchMisses)
    .orderBy(desc(searchMisses.searches), desc(searchMisses.lastAt))
    .limit(100);
  return rows.map(({ lastAt, ...miss }) => ({ ...miss, lastAt: lastAt.toISOString() }));
}
