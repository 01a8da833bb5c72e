import { useEffect, useLayoutEffect, useRef } from 'react';
import type { PlayableQueue } from '../model.ts';
import { player } from '../store.ts';

/** While a package's page is open it replaces the mini player, which returns when the page is left. */
export function usePackagePage(packageId: string): void {
  useLayoutEffect(() => {
    player.enterPackagePage(packageId);
    return () => player.leavePackagePage(packageId);
  }, [packageId]);
}

/** Starts the track in the URL, once per URL; an unknown one changes nothing (PKG-12, PKG-13). */
export function useTrackOfAddress(queue: PlayableQueue, trackId: string | null): void {
  const done = useRef<string | null>(null);
  useEffect(() => {
    const address = trackId && `${queue.packageId} ${trackId}`;
    if (address && done.current !== address) player.startFromAddress(queue, trackId);
    done.current = address;
  }, [queue, trackId]);
}
