import { sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { trackDocuments as docs } from '#db/schema/search.ts';
import { listMemoryOf } from '#features/catalog/memory.ts';
import { type PackageCard, relatedLimit } from '#features/catalog/model.ts';
import { listNeighbours } from '#features/catalog/pack/queries.server.ts';
import { type CatalogSource, listCards } from '#features/catalog/queries.server.ts';
import { distance } from './model.ts';

/** Tracks of a package that tell what it sounds like. */
const tracksHeard = 12;

/**
 * Up to six other packages of the category, those with a common tag first, then those that sound most alike (PKG-10);
 * those that are not measured follow in the category's order.
 */
export async function listRelated(source: CatalogSource, pack: PackageCard): Promise<PackageCard[]> {
  const ids = await listMemoryOf(source.bus).get(`related:${pack.id}`, () => findRelated(source, pack));
  return listCards(source, ids);
}

async function findRelated(source: CatalogSource, pack: PackageCard): Promise<string[]> {
  const near = await listNeighbours(source, pack);
  if (near.length <= 1) return near.map(({ id }) => id);
  const sounds = await readTimbres(source.db, [pack.id, ...near.map(({ id }) => id)]);
  const own = sounds.get(pack.id) ?? [];
  return near
    .map(({ id, isAkin }) => ({ id, rank: isAkin ? 0 : 1, apart: apartness(own, sounds.get(id) ?? []) }))
    .toSorted((one, other) => one.rank - other.rank || compare(one.apart, other.apart))
    .slice(0, relatedLimit)
    .map(({ id }) => id);
}

/** Infinite ones are equal: their difference is no number. */
const compare = (one: number, other: number): number => (one === other ? 0 : one - other);

/** How far the tracks of one package are from the nearest of the other, on average; infinite when unknown. */
function apartness(own: readonly Uint8Array[], others: readonly Uint8Array[]): number {
  if (own.length === 0 || others.length === 0) return Number.POSITIVE_INFINITY;
  const nearest = own.map((timbre) => Math.min(...others.map((other) => distance(timbre, other))));
  return nearest.reduce((sum, each) => sum + each, 0) / nearest.length;
}

/** The first timbres of each package. */
async function readTimbres(db: Database, ids: string[]): Promise<Map<string, Buffer[]>> {
  const { rows } = await db.execute<{ id: string; timbres: Buffer[] }>(sql`
    select home as id, array(
      select ${docs.timbre} from ${docs} where ${docs.packageId} = home and ${docs.timbre} is not null
      order by ${docs.trackId} limit ${tracksHeard}
    ) as timbres from unnest(${sql.param(ids)}::text[]) as home`);
  return new Map(rows.map(({ id, timbres }) => [id, timbres]));
}
