import { sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { packages } from '#db/schema/catalog.ts';
import { tagGroups as stored } from '#db/schema/search.ts';
import type { Admin } from '#features/accounts/model.ts';
import { memoryOf } from '#features/catalog/memory.ts';
import type { CatalogSource } from '#features/catalog/queries.server.ts';
import type { FilterCounts } from './model.ts';
import { groupFinder, type TagsByGroup, tagGroupNames } from './tag-groups.ts';

async function readGroups(db: Database): Promise<TagsByGroup> {
  const rows = await db.select({ name: stored.name, tags: stored.tags }).from(stored);
  const tagsOf = (name: string) => rows.find((row) => row.name === name)?.tags ?? [];
  return { genero: tagsOf('genero'), clima: tagsOf('clima'), uso: tagsOf('uso') };
}

/** The counted choices, each tag with its group. */
export async function withTagGroups({ db, bus }: CatalogSource, counts: FilterCounts): Promise<FilterCounts> {
  const groupOf = groupFinder(await memoryOf(bus).get('tag-groups', () => readGroups(db)));
  return {
    ...counts,
    tags: counts.tags.map((each) => {
      const group = groupOf(each.tag);
      return group ? { ...each, group } : each;
    }),
  };
}

/** Tags without a group that administrators are offered. */
const mostOffered = 40;

/** The groups as administrators edit them, and the most used tags that are in none. */
export async function listTagGroups(
  db: Database,
  _admin: Admin,
): Promise<{ groups: TagsByGroup; loose: string[] }> {
  const groups = await readGroups(db);
  const known = tagGroupNames.flatMap((name) => groups[name]);
  const { rows } = await db.execute<{ tag: string }>(sql`
    select tag from ${packages}, unnest(${packages.tags}) as tag
    where ${packages.deletedAt} is null
      and not fold(tag) = any(select fold(word) from unnest(${sql.param(known)}::text[]) as word)
    group by tag order by count(*) desc, tag limit ${mostOffered}`);
  return { groups, loose: rows.map(({ tag }) => tag) };
}
