import { sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { packages } from '#db/schema/catalog.ts';
import { tagGroups as stored } from '#db/schema/search.ts';
import type { Admin } from '#features/accounts/model.ts';
import { memoryOf, rememberEach } from '#features/catalog/memory.ts';
import type { CatalogSource } from '#features/catalog/queries.server.ts';
import type { FilterCounts } from './model.ts';
import { type TagGroup, type TagsByGroup, tagGroupNames } from './tag-groups.ts';

async function readGroups(db: Database): Promise<TagsByGroup> {
  const rows = await db.select({ name: stored.name, tags: stored.tags }).from(stored);
  const tagsOf = (name: string) => rows.find((row) => row.name === name)?.tags ?? [];
  return { genero: tagsOf('genero'), clima: tagsOf('clima'), uso: tagsOf('uso') };
}

/** The keys of tags, in their order. */
async function readKeys({ db, bus }: CatalogSource, tags: string[]): Promise<string[]> {
  const keyed = await rememberEach(bus, tags, {
    name: 'tag-keys',
    most: 20_000,
    read: async (unknown) => {
      const { rows } = await db.execute<{ id: string; key: string }>(
        sql`select tag as id, tag_key(tag) as key from unnest(${sql.param(unknown)}::text[]) as tag`,
      );
      return rows;
    },
  });
  return keyed.map(({ key }) => key);
}

/** The group of each tag, by its key. A tag in two groups is in the first. */
async function readGroupsByKey(source: CatalogSource): Promise<Map<string, TagGroup>> {
  const groups = await readGroups(source.db);
  const byKey = new Map<string, TagGroup>();
  for (const name of tagGroupNames)
    for (const key of await readKeys(source, groups[name])) if (!byKey.has(key)) byKey.set(key, name);
  return byKey;
}

/** The counted choices, each tag with its group. */
export async function withTagGroups(source: CatalogSource, counts: FilterCounts): Promise<FilterCounts> {
  const groups = await memoryOf(source.bus).get('tag-groups', () => readGroupsByKey(source));
  const keys = await readKeys(
    source,
    counts.tags.map(({ tag }) => tag),
  );
  return {
    ...counts,
    tags: counts.tags.map((each, at) => {
      const group = groups.get(keys[at] ?? '');
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
    select (array_agg(tag order by amount desc, tag))[1] as tag from (
      select tag_key(tag) as key, tag, amount from (
        select tag, count(*) as amount from ${packages}, unnest(${packages.tags}) as tag
        where ${packages.deletedAt} is null group by tag
      ) as counted
    ) as spelt
    where not key = any(tag_keys(${sql.param(known)}::text[]))
    group by key order by sum(amount) desc, 1 limit ${mostOffered}`);
  return { groups, loose: rows.map(({ tag }) => tag) };
}
