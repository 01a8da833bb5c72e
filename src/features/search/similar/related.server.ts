import { and, eq, type SQL, sql } from 'drizzle-orm';
import { prepared } from '#db/prepared.server.ts';
import { categories, packages } from '#db/schema/catalog.ts';
import { trackDocuments as docs } from '#db/schema/search.ts';
import { listMemoryOf, rememberEach } from '#features/catalog/memory.ts';
import { type PackageCard, relatedLimit, type WholePackage } from '#features/catalog/model.ts';
import { type CatalogSource, listCards, visible } from '#features/catalog/queries.server.ts';
import { timbreLength } from '#features/media/audio/timbre-facts.ts';
import { distance } from './model.ts';

/** Tracks of a package that tell what it sounds like. */
const tracksHeard = 12;
/** Packages among which the related ones are chosen: with a common tag, and without. */
const neighbours = 24;

/** Neighbours whose timbres a process keeps: they are the same for many packages. */
const neighboursKept = 5_000;

interface Near {
  id: string;
  at: number;
  place: string;
}

/** The first packages of a category in its order; one more than needed, because the package itself may be among them. */
const selectFirst = (name: string, condition?: SQL) =>
  prepared((db) =>
    db
      .select({ id: packages.id, at: packages.orderIndex, place: packages.place })
      .from(packages)
      .innerJoin(categories, eq(categories.id, packages.categoryId))
      .where(and(visible, eq(packages.categoryId, sql.placeholder('categoryId')), condition))
      .orderBy(packages.orderIndex, packages.place, packages.id)
      .limit(neighbours + 1)
      .prepare(name),
  );
const selectAll = selectFirst('catalog_near');
const selectTagged = selectFirst(
  'catalog_akin',
  sql`${packages.tags} @> array[${sql.placeholder('tag')}::text]`,
);

/** The first timbres of packages, one after another; null where none is measured. */
const selectTimbres = prepared((db) => {
  const heard = sql`
    select ${docs.timbre} as timbre, ${docs.trackId} as track from ${docs}
    where ${docs.packageId} = asked.id and ${docs.timbre} is not null
    order by ${docs.trackId} limit ${sql.raw(String(tracksHeard))}`;
  return db
    .select({
      id: sql<string>`asked.id`,
      timbres: sql<Buffer | null>`(select string_agg(timbre, '' order by track) from (${heard}) heard)`,
    })
    .from(sql`unnest(${sql.placeholder('ids')}::text[]) asked (id)`)
    .prepare('catalog_timbres');
});

/**
 * Up to six other packages of the category, those with a common tag first, then those that sound most alike (PKG-10);
 * those that are not measured follow in the category's order.
 */
export async function listRelated(source: CatalogSource, pack: WholePackage): Promise<PackageCard[]> {
  const ids = await listMemoryOf(source.bus).get(`related:${pack.id}`, () => findRelated(source, pack));
  return listCards(source, ids);
}

async function findRelated({ db, bus }: CatalogSource, pack: WholePackage): Promise<string[]> {
  const { id, categoryId, tags } = pack;
  const read = async (ids: string[]) => {
    const rows = await selectTimbres(db).execute({ ids });
    // Copied: a small Buffer is a part of 64 KB that many share, all of which a cache would keep.
    return rows.map((row) => ({ id: row.id, timbres: row.timbres && new Uint8Array(row.timbres) }));
  };
  const first = (tag?: string): Promise<Near[]> =>
    listMemoryOf(bus).get(`near:${JSON.stringify([categoryId, tag])}`, () =>
      tag === undefined
        ? selectAll(db).execute({ categoryId })
        : selectTagged(db).execute({ categoryId, tag }),
    );
  const [[own], ...tagged] = await Promise.all([read([id]), ...tags.map((tag) => first(tag))]);
  const akin = inOrder(tagged.flat(), [id]);
  const others = akin.length < relatedLimit ? inOrder(await first(), [id, ...akin]) : [];
  const sounds = await rememberEach(bus, [...akin, ...others], {
    name: 'neighbours',
    most: neighboursKept,
    read,
  });
  return sounds
    .map((each, at) => ({
      id: each.id,
      rank: at < akin.length ? 1 : 2,
      apart: apartness(own?.timbres, each.timbres),
    }))
    .toSorted((one, other) => one.rank - other.rank || compare(one.apart, other.apart))
    .slice(0, relatedLimit)
    .map((each) => each.id);
}

/** The ids of the first packages in the category's order, each once. */
function inOrder(near: Near[], without: string[]): string[] {
  const sorted = near.toSorted(
    (one, other) => one.at - other.at || (one.place < other.place ? -1 : one.place > other.place ? 1 : 0),
  );
  const ids = new Set(sorted.map((each) => each.id));
  for (const id of without) ids.delete(id);
  return [...ids].slice(0, neighbours);
}

/** Infinite ones are equal: their difference is no number. */
const compare = (one: number, other: number): number => (one === other ? 0 : one - other);

/** How far the tracks of one package are from the nearest of the other, on average; infinite when unknown. */
function apartness(own: Uint8Array | null | undefined, others: Uint8Array | null): number {
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
