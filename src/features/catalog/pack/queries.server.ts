import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { prepared } from '#db/prepared.server.ts';
import { tracks } from '#db/schema/catalog.ts';
import { isId } from '#platform/ids.ts';
import { memoryOf } from '../memory.ts';
import type { PackageQueue, TrackRow, WholePackage } from '../model.ts';
import { type CatalogSource, keptPackages } from '../queries.server.ts';
import { toQueue } from '../queue.ts';

/** A package that listeners may see; null for any other and for malformed ids (PKG-02). */
export async function findPackage(source: CatalogSource, id: string): Promise<WholePackage | null> {
  if (!isId(id)) return null;
  const [found] = await keptPackages(source, [id]);
  return found ? { ...found.card, ...found.facts } : null;
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

/** A package for the player, without audio URLs; null when invisible. Only for subscribers. */
export async function findQueue(source: CatalogSource, id: string): Promise<PackageQueue | null> {
  const [pack, rows] = await Promise.all([findPackage(source, id), listTracks(source, id)]);
  return pack && toQueue(pack, rows);
}
