import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { prepared } from '#db/prepared.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { favorites } from '#db/schema/favorites.ts';
import { coverUrl } from '#features/catalog/model.ts';
import { visible } from '#features/catalog/queries.server.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import type { FavoriteIds, Favorites } from './model.ts';

const selectIds = prepared((db) =>
  db
    .select({ type: favorites.favoriteType, packageId: favorites.packageId, trackId: favorites.trackId })
    .from(favorites)
    .where(eq(favorites.userId, sql.placeholder('userId')))
    .prepare('favorite_ids'),
);

export async function listFavoriteIds(db: Database, { userId }: Subscriber): Promise<FavoriteIds> {
  const rows = await selectIds(db).execute({ userId });
  return {
    packages: rows.flatMap((row) => (row.type === 'package' ? row.packageId : [])),
    tracks: rows.flatMap((row) => (row.type === 'track' ? row.trackId : [])),
  };
}

/** A user's favourites, newest first (FAV-05); of invisible ones only the copied names. */
export async function listFavorites(db: Database, { userId }: Subscriber): Promise<Favorites> {
  const rows = await selectFavorites(db, userId);
  const found: Favorites = { packages: [], tracks: [] };
  for (const row of rows) {
    const base = { packageId: row.packageId, savedAt: row.savedAt.toISOString() };
    const seen = row.isVisible ? row : null;
    const shown = { kind: seen?.kind ?? null, coverUrl: coverUrl(seen?.coverKey ?? null) };
    if (row.type === 'package') {
      found.packages.push({
        ...base,
        ...shown,
        title: seen?.title ?? row.keptTitle,
        available: seen !== null,
        trackCount: seen?.trackCount ?? null,
        isFeatured: seen?.isFeatured ?? false,
      });
      continue;
    }
    const available = seen !== null && row.trackName !== null;
    found.tracks.push({
      ...base,
      ...shown,
      trackId: row.trackId,
      name: (available ? row.trackName : row.keptTrackName) ?? '',
      packageTitle: seen?.title ?? row.keptTitle,
      available,
      durationMs: available ? row.durationMs : null,
      peaks: available ? row.peaks : null,
    });
  }
  return found;
}

const selectFavorites = (db: Database, userId: string) =>
  db
    .select({
      type: favorites.favoriteType,
      packageId: favorites.packageId,
      trackId: favorites.trackId,
      keptTrackName: favorites.trackName,
      keptTitle: favorites.packageTitle,
      savedAt: favorites.createdAt,
      title: packages.title,
      kind: categories.kind,
      coverKey: packages.coverKey,
      trackCount: packages.trackCount,
      isFeatured: packages.isFeatured,
      isVisible: sql<boolean>`coalesce(${visible}, false)`,
      trackName: tracks.name,
      durationMs: tracks.durationMs,
      peaks: sql<string | null>`translate(encode(${tracks.peaks}, 'base64'), e'\n', '')`,
    })
    .from(favorites)
    .leftJoin(packages, eq(packages.id, favorites.packageId))
    .leftJoin(categories, eq(categories.id, packages.categoryId))
    .leftJoin(
      tracks,
      and(
        eq(tracks.id, favorites.trackId),
        eq(tracks.packageId, favorites.packageId),
        isNotNull(tracks.storageKey),
      ),
    )
    .where(eq(favorites.userId, userId))
    .orderBy(desc(favorites.createdAt), desc(favorites.id));
