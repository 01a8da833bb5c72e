import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import { type List, orderOf, readList } from '#db/list.server.ts';
import type { Database } from '#db/open.server.ts';
import { prepared } from '#db/prepared.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { favorites } from '#db/schema/favorites.ts';
import { coverUrl, type PackageCard } from '#features/catalog/model.ts';
import { visible } from '#features/catalog/queries.server.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Place } from '#platform/list.ts';
import { memoriesOf } from '#platform/memory.ts';
import type { Favorites, FavoriteType } from './model.ts';

const selectSaved = prepared((db) =>
  db
    .select({ packageId: favorites.packageId, trackId: favorites.trackId })
    .from(favorites)
    .where(
      and(
        eq(favorites.userId, sql.placeholder('userId')),
        sql`${favorites.packageId} = any(${sql.placeholder('packageIds')}::text[])`,
      ),
    )
    .prepare('saved_among'),
);

/** Hearts of one subscriber that are cached; of somebody with more, those on the page are read each time. */
const mostCached = 200;

const selectFirst = prepared((db) =>
  db
    .select({ packageId: favorites.packageId, trackId: favorites.trackId })
    .from(favorites)
    .where(eq(favorites.userId, sql.placeholder('userId')))
    .limit(mostCached + 1)
    .prepare('saved_first'),
);

/** A subscriber's hearts, until one of them changes. */
const memoryOf = memoriesOf('favorites', { byKey: true, limit: 2000 });

export interface FavoritesSource {
  db: Database;
  bus: Pick<Bus, 'on' | 'publish'>;
}

/** A package has no track's id. */
const keyOf = (packageId: string, trackId = ''): string => `${packageId}/${trackId}`;

async function savedAmong({ db, bus }: FavoritesSource, userId: string, packageIds: ReadonlySet<string>) {
  const { all } = await memoryOf(bus).get(userId, async () => {
    const rows = await selectFirst(db).execute({ userId });
    return { all: rows.length > mostCached ? null : toKeys(rows) };
  });
  return all ?? toKeys(await selectSaved(db).execute({ userId, packageIds: [...packageIds] }));
}

const toKeys = (rows: { packageId: string; trackId: string }[]): ReadonlySet<string> =>
  new Set(rows.map(({ packageId, trackId }) => keyOf(packageId, trackId)));

type Hearted = Pick<PackageCard, 'id' | 'isSaved'>;

/** Packages and tracks, marked when this subscriber has saved them; unmarked without a subscriber. */
export async function withHearts<Pack extends Hearted, Track extends Hearted & { packageId: string }>(
  source: FavoritesSource,
  subscriber: Subscriber | null,
  { packs = [], tracks = [] }: { packs?: Pack[]; tracks?: Track[] },
): Promise<{ packs: Pack[]; tracks: Track[] }> {
  const packageIds = new Set([...packs.map(({ id }) => id), ...tracks.map(({ packageId }) => packageId)]);
  if (!subscriber || packageIds.size === 0) return { packs, tracks };
  const saved = await savedAmong(source, subscriber.userId, packageIds);
  return {
    packs: packs.map((pack) => (saved.has(keyOf(pack.id)) ? { ...pack, isSaved: true } : pack)),
    tracks: tracks.map((track) =>
      saved.has(keyOf(track.packageId, track.id)) ? { ...track, isSaved: true } : track,
    ),
  };
}

/** Which of these tracks this subscriber has saved, by id. */
export async function findSavedTracks(
  db: Database,
  { userId }: Subscriber,
  trackIds: string[],
): Promise<string[]> {
  const rows = await db
    .select({ trackId: favorites.trackId })
    .from(favorites)
    .where(
      and(
        eq(favorites.userId, userId),
        eq(favorites.favoriteType, 'track'),
        among(favorites.trackId, trackIds),
      ),
    );
  return rows.map(({ trackId }) => trackId);
}

const favoritesOf = (userId: string, type: FavoriteType): List => ({
  from: sql`${favorites}`,
  where: and(eq(favorites.userId, userId), eq(favorites.favoriteType, type)),
  id: favorites.id,
  order: [favorites.createdAt, favorites.id],
  descending: true,
  size: 60,
});

/** A page of a user's packages and one of tracks, newest first (FAV-05); of invisible ones the copied names. */
export async function listFavorites(
  db: Database,
  { userId }: Subscriber,
  places: Record<FavoriteType, Place>,
): Promise<Favorites> {
  const [packs, sounds] = await Promise.all([
    readList(db, favoritesOf(userId, 'package'), places.package),
    readList(db, favoritesOf(userId, 'track'), places.track),
  ]);
  const rows = await selectFavorites(db).execute({ ids: [...packs.ids, ...sounds.ids] });
  const found: Favorites = { packages: [], tracks: [], pages: { package: packs.page, track: sounds.page } };
  for (const row of rows) {
    const seen = row.isVisible ? row : null;
    const shown = {
      packageId: row.packageId,
      kind: seen?.kind ?? null,
      coverUrl: coverUrl(seen?.coverKey ?? null),
    };
    if (row.type === 'package') {
      found.packages.push({
        ...shown,
        title: seen?.title ?? row.keptTitle,
        available: seen !== null,
        trackCount: seen?.trackCount ?? null,
      });
      continue;
    }
    const available = seen !== null && row.trackName !== null;
    found.tracks.push({
      ...shown,
      trackId: row.trackId,
      name: (available ? row.trackName : row.keptTrackName) ?? '',
      packageTitle: seen?.title ?? row.keptTitle,
      available,
      durationMs: available ? row.durationMs : null,
      peaks: available ? row.peaks : null,
      loudnessLufs: available ? row.loudnessLufs : null,
      truePeakDb: available ? row.truePeakDb : null,
      tempoBpm: available ? row.tempoBpm : null,
    });
  }
  return found;
}

const selectFavorites = prepared((db) =>
  db
    .select({
      type: favorites.favoriteType,
      packageId: favorites.packageId,
      trackId: favorites.trackId,
      keptTrackName: favorites.trackName,
      keptTitle: favorites.packageTitle,
      title: packages.title,
      kind: categories.kind,
      coverKey: packages.coverKey,
      trackCount: packages.trackCount,
      isVisible: sql<boolean>`coalesce(${visible}, false)`,
      trackName: tracks.name,
      durationMs: tracks.durationMs,
      loudnessLufs: tracks.loudnessLufs,
      truePeakDb: tracks.truePeakDb,
      tempoBpm: tracks.tempoBpm,
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
    .where(sql`${favorites.id} = any(${sql.placeholder('ids')}::text[])`)
    .orderBy(orderOf({ order: [favorites.createdAt, favorites.id], descending: true }))
    .prepare('favorites_shown'),
);
