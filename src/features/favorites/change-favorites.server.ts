import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { favorites } from '#db/schema/favorites.ts';
import type { PackageCard } from '#features/catalog/model.ts';
import { findPackage } from '#features/catalog/pack/queries.server.ts';
import { visible } from '#features/catalog/queries.server.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import { newId } from '#platform/ids.ts';
import { type FavoriteItem, typeOf } from './model.ts';
import type { FavoritesSource } from './queries.server.ts';

export type AddOutcome = { ok: true; added: boolean } | { ok: false; reason: 'not-found' };

/**
 * Saves a visible package or track with a copy of its names, so that they outlive it. Safe to repeat and to run
 * concurrently: a unique key keeps one row. `added` is false when it existed.
 */
export async function addFavorite(
  { db, bus }: FavoritesSource,
  { userId }: Subscriber,
  item: FavoriteItem,
): Promise<AddOutcome> {
  const names =
    item.trackId === null
      ? toNames(await findPackage({ db, bus }, item.packageId))
      : await findTrackNames(db, item);
  if (!names) return { ok: false, reason: 'not-found' };
  const written = await db
    .insert(favorites)
    .values({
      id: newId(),
      userId,
      favoriteType: typeOf(item),
      packageId: item.packageId,
      trackId: item.trackId ?? '',
      ...names,
    })
    .onConflictDoNothing()
    .returning({ id: favorites.id });
  if (written.length > 0) await bus.publish('favorites', userId);
  return { ok: true, added: written.length > 0 };
}

/** Removes the user's own favourite, even of a deleted package. Safe to repeat. @returns whether it existed */
export async function removeFavorite(
  { db, bus }: FavoritesSource,
  { userId }: Subscriber,
  item: FavoriteItem,
): Promise<boolean> {
  const removed = await db
    .delete(favorites)
    .where(
      and(
        eq(favorites.userId, userId),
        eq(favorites.favoriteType, typeOf(item)),
        eq(favorites.packageId, item.packageId),
        eq(favorites.trackId, item.trackId ?? ''),
      ),
    )
    .returning({ id: favorites.id });
  if (removed.length > 0) await bus.publish('favorites', userId);
  return removed.length > 0;
}

interface Names {
  packageTitle: string;
  trackName: string | null;
}

const toNames = (pack: Pick<PackageCard, 'title'> | null): Names | null =>
  pack && { packageTitle: pack.title, trackName: null };

async function findTrackNames(db: Database, { packageId, trackId }: FavoriteItem): Promise<Names | null> {
  const [row] = await db
    .select({ packageTitle: packages.title, trackName: tracks.name })
    .from(tracks)
    .innerJoin(packages, eq(packages.id, tracks.packageId))
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(
      and(visible, eq(packages.id, packageId), eq(tracks.id, trackId ?? ''), isNotNull(tracks.storageKey)),
    );
  return row ?? null;
}
