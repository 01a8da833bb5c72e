import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { trackDocuments as docs } from '#db/schema/search.ts';
import { factsOfKind } from '#features/catalog/kinds.ts';
import { type CatalogSource, listCategories } from '#features/catalog/queries.server.ts';
import { firstOf } from '#platform/elements.ts';
import { type FilterCounts, type Filters, filterGroups, type SoundFact } from '../filters/model.ts';
import { offeredCategories, offeredTags, taggedPackages, tagsOf } from '../filters/queries.server.ts';
import { classesOf } from '../filters/sound-classes.ts';
import { type DocumentList, firstOfList } from '../words/list-queries.server.ts';
import { voiceOf } from '../words/matching-queries.server.ts';

/** The class of a track's sound; where its kind is spoken, a track that tells nothing has a voice. */
async function soundOf(source: CatalogSource): Promise<SQL> {
  const homes = (await listCategories(source)).filter(({ kind }) => factsOfKind(kind)?.isSpoken);
  const voice = voiceOf(
    docs,
    homes.map(({ id }) => id),
  );
  return sql`sound_class(${docs.durationMs}, ${docs.tempoBpm}, ${docs.loudnessLufs}, ${voice})`;
}

async function hasTempo(source: CatalogSource): Promise<SQL> {
  const homes = (await listCategories(source)).filter(({ kind }) => factsOfKind(kind)?.hasTempo);
  return inArray(
    docs.categoryId,
    homes.map(({ id }) => id),
  );
}

/** The classes of sound that the filters ask for; only trilhas have a tempo. */
async function soundFilter(source: CatalogSource, filters: Filters): Promise<SQL | undefined> {
  const classes = classesOf(filters);
  if (classes === null) return undefined;
  // Generated from 0 and 1 only.
  const meets = sql`get_bit(${sql.raw(`B'${classes}'`)}, ${await soundOf(source)}) = 1 and ${mayMeet(classes, filters)}`;
  return filters.andamento.length > 0 ? and(meets, await hasTempo(source)) : meets;
}

/** The same by the classes as they are indexed, where the voice of a spoken kind is not told. */
function mayMeet(classes: string, filters: Filters): SQL {
  const ofSpoken = classesOf(filters, { isSpoken: true }) ?? classes;
  const meant = [...classes].flatMap((bit, at) => (bit === '1' || ofSpoken[at] === '1' ? [at] : []));
  const indexed = sql`sound_class(${docs.durationMs}, ${docs.tempoBpm}, ${docs.loudnessLufs}, ${docs.voice})`;
  return sql`${indexed} = any(${sql.param(meant)}::int[])`;
}

const tagFilter = (filters: Filters): SQL | undefined => {
  const tagged = taggedPackages(filters);
  return tagged && sql`${docs.packageId} = any(array${tagged})`;
};

async function categoryFilter(source: CatalogSource, { categoria }: Filters): Promise<SQL | undefined> {
  if (categoria.length === 0) return undefined;
  const chosen = (await listCategories(source)).filter(({ name }) => categoria.includes(name));
  return inArray(
    docs.categoryId,
    chosen.map(({ id }) => id),
  );
}

/** The filters as a condition on documents of tracks; undefined without filters. */
export const trackFilter = async (source: CatalogSource, filters: Filters): Promise<SQL | undefined> =>
  and(await soundFilter(source, filters), await categoryFilter(source, filters), tagFilter(filters));

/** Rows of what is counted; each group of choices is counted among the tracks that the other groups leave. */
interface Counts {
  steps: { sound: number; tempo: boolean; amount: number }[];
  categories: { id: string; amount: number }[];
  tags: Parameters<typeof offeredTags>[0];
}

/** Counts the tracks for each choice, combined with the other groups. */
export async function countTrackChoices(
  source: CatalogSource,
  list: DocumentList,
  filters: Filters,
): Promise<FilterCounts> {
  const sound = await soundFilter(source, filters);
  const category = await categoryFilter(source, filters);
  const tag = tagFilter(filters);
  const counting: Record<keyof Counts, SQL> = {
    steps: sql`select sound, tempo, count(*)::int as amount from found group by 1, 2`,
    categories: sql`select home as id, count(*)::int as amount from found group by 1`,
    tags: tagsOf(sql`select id, count(*) as amount from found group by id`, filters),
  };
  const columns = sql`${docs.packageId} as id, ${docs.categoryId} as home, ${await soundOf(source)} as sound,
    ${await hasTempo(source)} as tempo`;
  /** Looks through the tracks once for all groups that are counted among the same. */
  const countAmong = async (filter: SQL | undefined, names: (keyof Counts)[]) => {
    const each = names.map(
      (name) =>
        sql`(select coalesce(json_agg(counted), '[]') from (${counting[name]}) as counted) as ${sql.identifier(name)}`,
    );
    const { rows } = await source.db.execute<Partial<Counts> & Record<string, unknown>>(sql`
      with found as materialized (select ${columns} from ${firstOfList(list, filter)})
      select ${sql.join(each, sql`, `)}`);
    return firstOf(rows);
  };
  const among = { steps: [category, tag], categories: [sound, tag], tags: [sound, category] };
  const sharing = Map.groupBy(['steps', 'categories', 'tags'] as const, (name) =>
    [sound, category, tag]
      .map((filter) => Number(filter !== undefined && among[name].includes(filter)))
      .join(),
  );
  const parts = [...sharing.values()].map((names) => countAmong(and(...among[firstOf(names)]), names));
  const counts: Partial<Counts> = Object.assign({}, ...(await Promise.all(parts)));
  const { steps = [], categories = [], tags = [] } = counts;
  return {
    ...sumSteps(steps, filters),
    categories: await offeredCategories(source, categories, filters),
    tags: offeredTags(tags),
  };
}

/** Adds up the classes of sound of each choice. */
function sumSteps(rows: Counts['steps'], filters: Filters): Pick<FilterCounts, 'total' | 'steps'> {
  const amountOf = (chosen: Filters): number => {
    const classes = classesOf(chosen);
    const meant = rows.filter(
      (row) =>
        (classes === null || classes[row.sound] === '1') && (chosen.andamento.length === 0 || row.tempo),
    );
    return meant.reduce((sum, { amount }) => sum + amount, 0);
  };
  const countsOf = (name: SoundFact) =>
    Object.fromEntries(
      filterGroups[name].steps.map(({ value }) => [value, amountOf({ ...filters, [name]: [value] })]),
    );
  return {
    total: amountOf(filters),
    steps: {
      duracao: countsOf('duracao'),
      andamento: countsOf('andamento'),
      intensidade: countsOf('intensidade'),
      voz: countsOf('voz'),
    },
  };
}
