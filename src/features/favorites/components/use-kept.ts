import { useStore } from 'zustand/react';
import type { FavoriteItem, Favorites } from '../model.ts';
import { heartStore, keyOf } from '../store.ts';

/** The favourites without those whose heart was turned off on this page: they go at once, and come back if the site refuses. */
export function useKept(owner: string, { packages, tracks }: Favorites): Favorites {
  const wished = useStore(heartStore, (state) => state.wished);
  const isKept = (item: FavoriteItem) => wished.get(keyOf(owner, item)) ?? true;
  return {
    packages: packages.filter(({ packageId }) => isKept({ packageId, trackId: null })),
    tracks: tracks.filter(({ packageId, trackId }) => isKept({ packageId, trackId })),
  };
}
