import { desc, sql } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import { type List, orderOf, readList } from '#db/list.server.ts';
import type { Database } from '#db/open.server.ts';
import { searchMisses, searchSynonyms } from '#db/schema/search.ts';
import type { Admin } from '#features/accounts/model.ts';
import type { ListPage, Place } from '#platform/list.ts';
import { containing } from '../term.ts';
import { type Miss, type SynonymGroup, synonymsPerPage } from './model.ts';

/** Groups of synonyms that have the term: those with a kind first, then by their first word. */
const groupsWith = (term: string): List => ({
  from: sql`${searchSynonyms}`,
  where: term
    ? sql`fold(array_to_string(${searchSynonyms.words}, ' ')) like fold(${containing(term)})`
    : undefined,
  id: searchSynonyms.id,
  order: [
    sql`(${searchSynonyms.kind} is null)`,
    sql`${searchSynonyms.words}[1] collate pt_br`,
    searchSynonyms.id,
  ],
  size: synonymsPerPage,
});

/** A page of the groups that have the term. */
export async function listSynonymGroups(
  db: Database,
  _admin: Admin,
  term: string,
  place: Place,
): Promise<{ groups: SynonymGroup[]; page: ListPage }> {
  const list = groupsWith(term);
  const { ids, page } = await readList(db, list, place);
  const groups = await db
    .select({ id: searchSynonyms.id, words: searchSynonyms.words, kind: searchSynonyms.kind })
    .from(searchSynonyms)
    .where(among(searchSynonyms.id, ids))
    .orderBy(orderOf(list));
  return { groups, page };
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
