import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand/react';
import type { Cues } from '#db/schema/catalog.ts';
import { useOwner } from '#features/favorites/components/hearts.tsx';
import { afterPaint } from '#ui/use-is-painted.ts';
import { cuesOf, type TrackCues } from '../model.ts';
import { cueStore, keyOf, loadCues } from '../store.ts';

/** A track's cue points; null without any, undefined while they load. */
export function useTrackCues(trackId: string): TrackCues | undefined {
  const owner = useOwner();
  return useStore(cueStore, ({ known }) => known.get(keyOf(owner, trackId)));
}

/** A track's cue points that count for the listener; null: none, undefined: not here yet. */
export function useCues(trackId: string): Cues | null | undefined {
  const owner = useOwner();
  useEffect(() => afterPaint(() => void loadCues(owner, [trackId])), [owner, trackId]);
  const found = useTrackCues(trackId);
  return useMemo(() => found && cuesOf(found), [found]);
}
