import { useLayoutEffect } from 'react';
import { player } from '../store.ts';

/** Tells the player that this package's page is open: no mini player for it here, and one when it is left playing. */
export function usePackagePage(packageId: string): void {
  useLayoutEffect(() => {
    player.enterPackagePage(packageId);
    return () => player.leavePackagePage(packageId);
  }, [packageId]);
}
