import { useEffect } from 'react';
import type { PreloadPlan } from '../heads.ts';
import { queueOf } from '../queues.ts';
import { player } from '../store.ts';

/** Prefetches heads of the packages' first tracks (A-49, CAT-24). Pass an empty list for non-listeners (CAT-25). */
export function usePreload(packageIds: string[], plan: Partial<PreloadPlan> = {}): void {
  const { packages = 5, tracksEach = 3, spacing = 2000 } = plan;
  const ids = packageIds.slice(0, packages).join(' ');
  useEffect(() => {
    if (!ids) return;
    const sources = ids.split(' ').map((id) => () => queueOf(id));
    return player.preloadPackages(sources, { packages, tracksEach, spacing });
  }, [ids, packages, tracksEach, spacing]);
}
