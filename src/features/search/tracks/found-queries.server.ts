import { and, eq, sql } from 'drizzle-orm';
import { prepared } from '#db/prepared.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { rememberEach } from '#features/catalog/memory.ts';
import { coverUrl } from '#features/catalog/model.ts';
import { type CatalogSource, visible } from '#features/catalog/queries.server.ts';
import type { FoundTrack } from './model.ts';

const selectFound = prepared((db) =>
  db
    .select({
      id: tracks.id,
      key: tracks.catalogueKey,
      name: tracks.name,
      packageId: packages.id,
      packageTitle: packages.title,
      coverKey: packages.coverKey,
      kind: categories.kind,
      durationMs: tracks.durationMs,
      bpm: tracks.tempoBpm,
      lufs: tracks.loudnessLufs,
      truePeakDb: tracks.truePeakDb,
      peaks: sql<string | null>`translate(encode(${tracks.peaks}, 'base64'), e'\n', '')`,
    })
    .from(tracks)
    .innerJoin(packages, eq(packages.id, tracks.packageId))
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(and(visible, sql`${tracks.id} = any(${sql.placeholder('ids')}::text[])`))
    .prepare('search_found_tracks'),
);

/** Tracks of visible packages by their ids, in that order. @param withPeaks for subscribers only */
export async function listFound(
  { db, bus }: CatalogSource,
  ids: string[],
  withPeaks: boolean,
): Promise<FoundTrack[]> {
  const found: FoundTrack[] = await rememberEach(bus, ids, {
    name: 'found-tracks',
    most: 20_000,
    read: async (missing) =>
      (await selectFound(db).execute({ ids: missing })).map(({ coverKey, ...track }) => ({
        ...track,
        coverUrl: coverUrl(coverKey),
      })),
  });
  return withPeaks ? found : found.map(({ peaks: _peaks, ...track }) => track);
}
