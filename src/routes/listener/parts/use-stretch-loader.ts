import { useCallback } from 'react';
import type { LoadStretch } from '#features/catalog/components/use-stretches.ts';
import type { PackageCard } from '#features/catalog/model.ts';

/** Fetches further stretches of a list: of a kind, of one of its sections, or of the search when no kind is named. */
export function useStretchLoader(kind: string | null, section: string | null, term: string): LoadStretch {
  return useCallback(
    async (offset) => {
      const query = new URLSearchParams({ offset: String(offset) });
      if (kind) query.set('kind', kind);
      if (section) query.set('c', section);
      if (term) query.set('q', term);
      const answer = await fetch(`/library/packages?${query}`);
      if (!answer.ok) throw new Error(`stretch refused: ${answer.status}`);
      return ((await answer.json()) as { cards: PackageCard[] }).cards;
    },
    [kind, section, term],
  );
}
