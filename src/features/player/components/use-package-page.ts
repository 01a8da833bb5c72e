import { useEffect, useLayoutEffect, useRef } from 'react';
import type { PlayableQueue } from '../model.ts';
import { player } from '../store.ts';

/**
 * Tells the player that this package's page is open: it replaces the mini player, which returns when the page is left
 * while playing.
 */
export function usePackagePage(packageId: string): void {
  useLayoutEffect(() => {
    player.enterPackagePage(packageId);
    return () => player.leavePackagePage(packageId);
  }, [packageId]);
}

/**
 * Starts the track in the URL once per URL: revalidated data start nothing (PKG-12). An unknown or missing track
 * changes nothing (PKG-13).
 */
export function useTrackOfAddress(queue: PlayableQueue, trackId: string | null): void {
  const done = useRef<string | null>(null);
  useEffect(() => {
    const address = trackId && `${queue.packageId} ${trackId}`;
    if (address && done.current !== address) player.startFromAddress(queue, trackId);
    done.current = address;
  }, [queue, trackId]);
}
