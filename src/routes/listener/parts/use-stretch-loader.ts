import { useCallback } from 'react';
import type { LoadStretch } from '#features/catalog/components/use-stretches.ts';
import type { PackageCard } from '#features/catalog/model.ts';
import { type Filters, writeFilters } from '#features/search/filters/model.ts';

/** Term and filters as a URL query; empty without any. */
export const narrowingQuery = (term: string, filters: Filters): string =>
  writeFilters(new URLSearchParams(term ? { q: term } : {}), filters).toString();

/** Fetches further stretches of a list, or of the search without a kind. @param narrowing from `narrowingQuery` */
export function useStretchLoader(
  kind: string | null,
  section: string | null,
  narrowing: string,
  isList = false,
): LoadStretch<PackageCard> {
  return useCallback(
    async (offset) => {
      const query = new URLSearchParams(narrowing);
      query.set('offset', String(offset));
      if (kind) query.set('kind', kind);
      if (section) query.set('c', section);
      if (isList) query.set('forma', 'lista');
      const answer = await fetch(`/library/packages?${query}`);
      if (!answer.ok) throw new Error(`stretch refused: ${answer.status}`);
      return ((await answer.json()) as { cards: PackageCard[] }).cards;
    },
    [kind, section, narrowing, isList],
  );
}
