import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import type { FavoriteIds, FavoriteItem } from '../model.ts';
import { recallHearts } from '../store.ts';

interface Saved {
  owner: string;
  packages: ReadonlySet<string>;
  tracks: ReadonlySet<string>;
}

const SavedContext = createContext<Saved>({ owner: '', packages: new Set(), tracks: new Set() });

let isRecalled = false;

function recallOnce(): void {
  if (!isRecalled) recallHearts();
  isRecalled = true;
}

export function Hearts({ owner, ids, children }: { owner: string; ids: FavoriteIds; children: ReactNode }) {
  const saved = useMemo(
    () => ({ owner, packages: new Set(ids.packages), tracks: new Set(ids.tracks) }),
    [owner, ids],
  );
  useEffect(recallOnce, []);
  return <SavedContext value={saved}>{children}</SavedContext>;
}

export function useSaved({ packageId, trackId }: FavoriteItem): { owner: string; isSaved: boolean } {
  const { owner, packages, tracks } = useContext(SavedContext);
  return { owner, isSaved: trackId === null ? packages.has(packageId) : tracks.has(trackId) };
}
