import { and, asc, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { prepared } from '#db/prepared.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { isId } from '#platform/ids.ts';
import { memoryOf } from '../memory.ts';
import { type PackageCard, type PackageQueue, relatedLimit, type TrackRow } from '../model.ts';
import { type CatalogSource, cardColumns, toCard, visible } from '../queries.server.ts';
import { toQueue } from '../queue.ts';

const selectCard = prepared((db) =>
  db
    .select(cardColumns)
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(and(visible, eq(packages.id, sql.placeholder('id'))))
    .prepare('catalog_package'),
);

/** A package that listeners may see; null for any other and for malformed ids (PKG-02). */
export async function findPackage({ db, bus }: CatalogSource, id: string): Promise<PackageCard | null> {
  if (!isId(id)) return null;
  return memoryOf(bus).get(`package:${id}`, async () => {
    const [row] = await selectCard(db).execute({ id });
    return row ? toCard(row) : null;
  });
}

const selectTracks = prepared((db) =>
  db
    .select({
      id: tracks.id,
      packageId: tracks.packageId,
      name: tracks.name,
      size: tracks.size,
      durationMs: tracks.durationMs,
      peaks: sql<string | null>`encode(${tracks.peaks}, 'base64')`,
      loudnessLufs: tracks.loudnessLufs,
      truePeakDb: tracks.truePeakDb,
      tempoBpm: tracks.tempoBpm,
    })
    .from(tracks)
    .where(
      and(
        eq(tracks.packageId, sql.placeholder('id')),
        isNotNull(tracks.storageKey),
        sql`btrim(${tracks.name}) <> ''`,
      ),
    )
    .orderBy(asc(tracks.orderIndex), asc(tracks.id))
    .prepare('catalog_tracks'),
);

/** A package's tracks with a name and stored bytes, in order (PKG-06). Does not check that it is visible. */
export async function listTracks({ db, bus }: CatalogSource, packageId: string): Promise<TrackRow[]> {
  if (!isId(packageId)) return [];
  return memoryOf(bus).get(`tracks:${packageId}`, async () => {
    const rows = await selectTracks(db).execute({ id: packageId });
    return rows.map((row) => ({ ...row, peaks: row.peaks?.replaceAll('\n', '') ?? null }));
  });
}

/** Up to six other packages of the category, those with a common tag first (PKG-10). */
export async function listRelated({ db, bus }: CatalogSource, pack: PackageCard): Promise<PackageCard[]> {
  return memoryOf(bus).get(`related:${pack.id}`, async () => {
    // The first with a common tag and the first of all, each by its index: sorting would read the whole category.
    const first = (rank: number, condition?: SQL) => sql`(
      select ${packages.id} as id, ${rank}::int as rank from ${packages}
      join ${categories} on ${eq(categories.id, packages.categoryId)}
      where ${and(visible, eq(packages.categoryId, pack.categoryId), ne(packages.id, pack.id), condition)}
      order by ${packages.orderIndex}, ${packages.id} limit ${relatedLimit})`;
    const isAkin = sql`${packages.tags} && ${sql.param(pack.tags)}::text[]`;
    const near = sql`(select id, min(rank) as rank from (${first(0, isAkin)} union all ${first(1)}) first group by id)`;
    const rows = await db
      .select(cardColumns)
      .from(sql`${near} near`)
      .innerJoin(packages, eq(packages.id, sql`near.id`))
      .innerJoin(categories, eq(categories.id, packages.categoryId))
      .orderBy(sql`near.rank`, asc(packages.orderIndex), asc(packages.id))
      .limit(relatedLimit);
    return rows.map(toCard);
  });
}

/** A package for the player, without audio URLs; null when invisible. Only for subscribers. */
export async function findQueue(source: CatalogSource, id: string): Promise<PackageQueue | null> {
  const [pack, rows] = await Promise.all([findPackage(source, id), listTracks(source, id)]);
  return pack && toQueue(pack, rows);
}
