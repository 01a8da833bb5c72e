import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { categories, packages } from '#db/schema/catalog.ts';
import { packageDocuments } from '#db/schema/search.ts';
import { kindFacts, kinds } from '#features/catalog/kinds.ts';
import { type CatalogSource, listCategories } from '#features/catalog/queries.server.ts';
import { firstOf } from '#platform/elements.ts';
import { type FilterCounts, type Filters, filterGroups, type SoundFact } from './model.ts';
import { classCount, classesOf } from './sound-classes.ts';

const tagsOffered = 24;

const withTempo = kinds.filter((kind) => kindFacts[kind].hasTempo);
const spoken = kinds.filter((kind) => kindFacts[kind].isSpoken);

const zero = sql.raw(`0::bit(${classCount})`);

/** At least one track satisfies all facts. Only trilhas have a tempo, so it filters only them. */
function soundCondition(filters: Pick<Filters, SoundFact>): SQL | undefined {
  const classes = classesOf(filters);
  if (classes === null) return undefined;
  const ofSpoken = classesOf(filters, { isSpoken: true });
  // Generated from 0 and 1 only; inlined, so that the planner sees the value.
  const mask = (bits: string | null) => sql.raw(`B'${bits}'`);
  const meant =
    ofSpoken === classes
      ? mask(classes)
      : sql`case when ${inArray(categories.kind, spoken)} then ${mask(ofSpoken)} else ${mask(classes)} end`;
  const meets = sql`(${packages.soundClasses} & ${meant}) <> ${zero}`;
  return filters.andamento.length > 0 ? and(meets, inArray(categories.kind, withTempo)) : meets;
}

/** The ids of the visible packages that have a chosen tag, in whichever spelling; undefined without a choice. */
export const taggedPackages = ({ tag }: Pick<Filters, 'tag'>): SQL | undefined =>
  tag.length > 0
    ? sql`(select ${packageDocuments.packageId} from ${packageDocuments} where ${packageDocuments.tagKeys} && ${keysOf(tag)})`
    : undefined;

const keysOf = (tags: string[]): SQL => sql`tag_keys(${sql.param(tags)}::text[])`;

const tagCondition = (filters: Pick<Filters, 'tag'>): SQL | undefined => {
  const tagged = taggedPackages(filters);
  return tagged && sql`${packages.id} = any(array${tagged})`;
};

const categoryCondition = ({ categoria }: Pick<Filters, 'categoria'>): SQL | undefined =>
  categoria.length > 0 ? sql`${categories.name} = any(${sql.param(categoria)}::text[])` : undefined;

/** The filters as a condition on packages joined with their categories; undefined without filters. */
export const conditionOf = (filters: Filters): SQL | undefined =>
  and(categoryCondition(filters), tagCondition(filters), soundCondition(filters));

/**
 * Counts the packages for each choice in three statements, however many choices there are; a choice is combined with the
 * other groups, because choices within a group are alternatives. Only the search has categories to choose from. @param
 * where the unfiltered list, on packages joined with their categories
 */
export async function countChoices(
  source: CatalogSource,
  { where, isSearch }: { where: SQL; isSearch: boolean },
  filters: Filters,
): Promise<FilterCounts> {
  const { db } = source;
  const [steps, categories, tags] = await Promise.all([
    countSteps(db, where, filters),
    isSearch ? countCategories(source, where, filters) : [],
    countTags(db, where, filters),
  ]);
  return { ...steps, categories, tags };
}

const counting = (condition: SQL | undefined) =>
  condition
    ? sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
    : sql<number>`count(*)`.mapWith(Number);

async function countSteps(
  db: Database,
  where: SQL,
  filters: Filters,
): Promise<Pick<FilterCounts, 'total' | 'steps'>> {
  const countsOf = (name: SoundFact) =>
    Object.fromEntries(
      filterGroups[name].steps.map(({ value }) => [
        value,
        counting(soundCondition({ ...filters, [name]: [value] })),
      ]),
    );
  const found = await db
    .select({
      total: counting(soundCondition(filters)),
      duracao: countsOf('duracao'),
      andamento: countsOf('andamento'),
      intensidade: countsOf('intensidade'),
      voz: countsOf('voz'),
    })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(and(where, categoryCondition(filters), tagCondition(filters)));
  const { total, ...steps } = firstOf(found);
  return { total, steps };
}

async function countCategories(
  source: CatalogSource,
  where: SQL,
  filters: Filters,
): Promise<FilterCounts['categories']> {
  const rows = await source.db
    .select({ id: packages.categoryId, amount: sql<number>`count(*)`.mapWith(Number) })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(and(where, tagCondition(filters), soundCondition(filters)))
    .groupBy(packages.categoryId);
  return offeredCategories(source, rows, filters);
}

/** The choices of category, from the amounts by id. */
export async function offeredCategories(
  source: CatalogSource,
  counted: { id: string; amount: number }[],
  { categoria }: Pick<Filters, 'categoria'>,
): Promise<FilterCounts['categories']> {
  const amounts = new Map(counted.map(({ id, amount }) => [id, amount]));
  return (await listCategories(source))
    .map(({ id, name }) => ({ name, amount: amounts.get(id) ?? 0 }))
    .filter(({ name, amount }) => amount > 0 || categoria.includes(name));
}

async function countTags(db: Database, where: SQL, filters: Filters): Promise<FilterCounts['tags']> {
  const { rows } = await db.execute<CountedTag>(
    tagsOf(
      sql`select ${packages.id} as id, 1 as amount from ${packages}
        inner join ${categories} on ${categories.id} = ${packages.categoryId}
        where ${and(where, categoryCondition(filters), soundCondition(filters))}`,
      filters,
    ),
  );
  return offeredTags(rows);
}

/** A tag in its most usual spelling, and the chosen spelling of it. */
type CountedTag = { tag: string; packages: number; chosen: string | null };

/**
 * Counts the tags of packages, or of tracks by their package's id: all spellings of a tag are one, and the most usual is
 * shown. The chosen ones come first, also those that nothing has. @param found a query of a package's `id` and `amount`
 */
export function tagsOf(found: SQL, { tag }: Pick<Filters, 'tag'>): SQL {
  const counted = sql`
    select key, sum(amount)::int as packages, (array_agg(tag order by amount desc, tag))[1] as tag from (
      select key, tag, sum(amount) as amount
      from (${found}) as found join ${packages} using (id) join ${packageDocuments} on package_id = id,
        unnest(${packages.tags}, ${packageDocuments.tagKeys}) as tagged(tag, key)
      where key is not null group by key, tag
    ) as spelt group by key`;
  if (tag.length === 0)
    return sql`select tag, packages, null as chosen from (${counted}) as counted order by 2 desc, 1 limit ${tagsOffered}`;
  return sql`
    with chosen as (
      select distinct on (key) key, chosen
      from unnest(${sql.param(tag)}::text[]) with ordinality as t(chosen, at), tag_key(chosen) as key
      order by key, at
    )
    select coalesce(tag, chosen) as tag, coalesce(packages, 0) as packages, chosen
    from (${counted}) as counted full join chosen using (key)
    order by (chosen is not null) desc, (packages is null) desc, 2 desc, 1
    limit ${tagsOffered + tag.length}`;
}

/** As the filters show them. */
export const offeredTags = (rows: CountedTag[]): FilterCounts['tags'] =>
  rows.map(({ chosen, ...tag }) => (chosen === null || chosen === tag.tag ? tag : { ...tag, chosen }));
