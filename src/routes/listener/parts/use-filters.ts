import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import type { Kind } from '#features/catalog/kinds.ts';
import { type Filters, noFilters, readFilters, writeFilters } from '#features/search/filters/model.ts';

export interface FiltersInUse {
  /** The current choices, optimistic while the list loads. */
  filters: Filters;
  /** The URL's whole query with these choices. */
  search: string;
  choose: (filters: Filters) => void;
  clear: () => void;
}

/** The filters of the page, stored in the URL; each choice is a history entry that 'voltar' undoes. */
export function useFilters(kind: Kind | null): FiltersInUse {
  const location = useLocation();
  const coming = useNavigation().location;
  const navigate = useNavigate();
  // Optimistic until the router has navigated, so that no quick second click is lost.
  const [wish, setWish] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every step of the history fulfils or ends the wish
  useEffect(() => setWish(null), [location.key]);
  const { search: asked } = coming?.pathname === location.pathname ? coming : location;
  const search = wish ?? asked;
  return useMemo(() => {
    const choose = (next: Filters) => {
      const query = writeFilters(new URLSearchParams(search), next).toString();
      setWish(query);
      void navigate({ search: query }, { preventScrollReset: true });
    };
    const filters = readFilters(new URLSearchParams(search), kind);
    return { filters, search, choose, clear: () => choose(noFilters) };
  }, [search, kind, navigate]);
}
