import { useEffect, useLayoutEffect, useRef } from 'react';
import type { PlayableQueue } from '../model.ts';
import { player } from '../store.ts';

/** Tells the player that this package's page is open: no mini player for it here, and one when it is left playing. */
export function usePackagePage(packageId: string): void {
  useLayoutEffect(() => {
    player.enterPackagePage(packageId);
    return () => player.leavePackagePage(packageId);
  }, [packageId]);
}

/**
 * Starts the track that the address names, once for each address: fresh data of the same page starts nothing
 * (PKG-12). An unknown track, or none, changes nothing (PKG-13).
 */
export function useTrackOfAddress(queue: PlayableQueue, trackId: string | null): void {
  const done = useRef<string | null>(null);
  useEffect(() => {
    const address = trackId && `${queue.packageId} ${trackId}`;
    if (address && done.current !== address) player.startFromAddress(queue, trackId);
    done.current = address;
  }, [queue, trackId]);
}
