import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { useStore } from 'zustand/react';
import type { ListPage } from '#platform/list.ts';
import type { FavoriteItem, Favorites } from '../model.ts';
import { heartStore, keyOf } from '../store.ts';

/** The favourites without those removed here (optimistic); revalidates when a heart was set elsewhere. */
export function useKept(owner: string, { packages, tracks, pages }: Favorites): Favorites {
  const { wished, changes } = useStore(heartStore);
  const isKept = (item: FavoriteItem) => wished.get(keyOf(owner, item)) ?? true;

  const listed = new Set(
    [...packages.map(({ packageId }) => ({ packageId, trackId: null })), ...tracks].map((item) =>
      keyOf(owner, item),
    ),
  );
  const isMissing = ([key, on]: [string, boolean]) => on && key.startsWith(`${owner}:`) && !listed.has(key);
  const missing = [...wished].filter(isMissing).join();
  const { revalidate } = useRevalidator();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was missing may be stored only now
  useEffect(() => {
    if (missing) void revalidate();
  }, [missing, changes, revalidate]);

  const kept = {
    packages: packages.filter(({ packageId }) => isKept({ packageId, trackId: null })),
    tracks: tracks.filter(({ packageId, trackId }) => isKept({ packageId, trackId })),
  };
  const without = (page: ListPage, gone: number) => ({ ...page, total: page.total - gone });
  return {
    ...kept,
    pages: {
      package: without(pages.package, packages.length - kept.packages.length),
      track: without(pages.track, tracks.length - kept.tracks.length),
    },
  };
}
