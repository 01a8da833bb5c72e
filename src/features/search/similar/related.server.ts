import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { prepared } from '#db/prepared.server.ts';
import { categories, packages } from '#db/schema/catalog.ts';
import { trackDocuments as docs } from '#db/schema/search.ts';
import { listMemoryOf } from '#features/catalog/memory.ts';
import { type PackageCard, relatedLimit } from '#features/catalog/model.ts';
import { type CatalogSource, listCards, visible } from '#features/catalog/queries.server.ts';
import { timbreLength } from '#features/media/audio/timbre-facts.ts';
import { distance } from './model.ts';

/** Tracks of a package that tell what it sounds like. */
const tracksHeard = 12;
/** Packages among which the related ones are chosen: with a common tag, and without. */
const neighbours = 24;

interface Near {
  id: string;
  /** 0: the package itself, 1: with a common tag, 2: others of the category. */
  rank: number;
  /** The first timbres, one after another; null: none is measured. */
  timbres: Buffer | null;
}

/** The package and its neighbours in the category's order. Those without a common tag are read when the others do not suffice. */
const selectNear = prepared((db) => {
  // The first with a common tag and the first of all, each by its index: sorting would read the whole category.
  const first = (rank: number, condition: SQL) => sql`
    select ${packages.id} as id, ${packages.orderIndex} as at, ${packages.place} as place, ${rank}::int as rank from ${packages}
    join ${categories} on ${eq(categories.id, packages.categoryId)}
    where ${and(visible, eq(packages.categoryId, sql.placeholder('categoryId')), ne(packages.id, sql.placeholder('id')), condition)}
    order by ${packages.orderIndex}, ${packages.place}, ${packages.id} limit ${sql.raw(String(neighbours))}`;
  const isAkin = sql`${packages.tags} && ${sql.placeholder('tags')}::text[]`;
  const isNeeded = sql`(select count(*) from akin) < ${sql.raw(String(relatedLimit))}`;
  const heard = sql`
    select ${docs.timbre} as timbre, ${docs.trackId} as track from ${docs}
    where ${docs.packageId} = near.id and ${docs.timbre} is not null
    order by ${docs.trackId} limit ${sql.raw(String(tracksHeard))}`;
  return db
    .select({
      id: sql<string>`id`,
      rank: sql<number>`min(rank)`,
      timbres: sql<Buffer | null>`(select string_agg(timbre, '' order by track) from (${heard}) heard)`,
    })
    .from(sql`(
      with akin as (${first(1, isAkin)})
      select ${sql.placeholder('id')}::text as id, 0 as at, null as place, 0 as rank
      union all select * from akin
      union all (${first(2, isNeeded)})) near`)
    .groupBy(sql`id, at, place`)
    .orderBy(sql`min(rank), at, place, id`)
    .prepare('catalog_near');
});

/**
 * Up to six other packages of the category, those with a common tag first, then those that sound most alike (PKG-10);
 * those that are not measured follow in the category's order.
 */
export async function listRelated(source: CatalogSource, pack: PackageCard): Promise<PackageCard[]> {
  const ids = await listMemoryOf(source.bus).get(`related:${pack.id}`, () => findRelated(source, pack));
  return listCards(source, ids);
}

async function findRelated({ db }: CatalogSource, { id, categoryId, tags }: PackageCard): Promise<string[]> {
  const [own, ...near]: Near[] = await selectNear(db).execute({ id, categoryId, tags });
  return near
    .map((each) => ({ ...each, apart: apartness(own?.timbres, each.timbres) }))
    .toSorted((one, other) => one.rank - other.rank || compare(one.apart, other.apart))
    .slice(0, relatedLimit)
    .map((each) => each.id);
}

/** Infinite ones are equal: their difference is no number. */
const compare = (one: number, other: number): number => (one === other ? 0 : one - other);

/** How far the tracks of one package are from the nearest of the other, on average; infinite when unknown. */
function apartness(own: Buffer | null | undefined, others: Buffer | null): number {
  if (!own || !others) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let at = 0; at < own.length; at += timbreLength) {
    const timbre = own.subarray(at, at + timbreLength);
    let nearest = Number.POSITIVE_INFINITY;
    for (let other = 0; other < others.length; other += timbreLength)
      nearest = Math.min(nearest, distance(timbre, others, other));
    sum += nearest;
  }
  return (sum / own.length) * timbreLength;
}
