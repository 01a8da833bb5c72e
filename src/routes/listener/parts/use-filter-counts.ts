import { useEffect, useState } from 'react';
import type { Kind } from '#features/catalog/kinds.ts';
import type { FilterCounts } from '#features/search/filters/model.ts';
import { afterPaint } from '#ui/use-is-painted.ts';
import type { ListView } from './list-view.ts';

/** Packages or tracks per filter choice; keeps the old counts while new ones load, null at first. Filters work without them. */
export function useFilterCounts(
  kind: Kind | null,
  section: string | undefined,
  search: string,
  view: ListView,
  isShown = true,
): FilterCounts | null {
  const [counts, setCounts] = useState<FilterCounts | null>(null);
  useEffect(() => {
    if (!isShown) return;
    const control = new AbortController();
    const query = new URLSearchParams(search);
    query.delete('c');
    if (kind) query.set('kind', kind);
    if (section) query.set('c', section);
    query.set('ver', view);
    afterPaint(() => {
      fetch(`/library/filters?${query}`, { signal: control.signal })
        .then((answer) => (answer.ok ? (answer.json() as Promise<FilterCounts>) : null))
        .then((answer) => {
          if (!control.signal.aborted) setCounts(answer);
        })
        .catch(() => {});
    });
    return () => control.abort();
  }, [kind, section, search, view, isShown]);
  return counts;
}
