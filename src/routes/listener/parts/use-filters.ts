import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import type { Kind } from '#features/catalog/kinds.ts';
import { type Filters, noFilters, readFilters, writeFilters } from '#features/search/filters/model.ts';

export interface FiltersInUse {
  /** What is chosen; at once, also while the list is still on its way. */
  filters: Filters;
  /** The address's whole query, as chosen. */
  search: string;
  choose: (filters: Filters) => void;
  clear: () => void;
}

/** The filters of the page. They stand in the address; each choice is a step that 'voltar' takes back. */
export function useFilters(kind: Kind | null): FiltersInUse {
  const location = useLocation();
  const coming = useNavigation().location;
  const navigate = useNavigate();
  // The router follows a moment later; until then what was wished counts, so that no quick second click is lost.
  const [wish, setWish] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every step of the history fulfils or ends the wish
  useEffect(() => setWish(null), [location.key]);
  const { search: asked } = coming?.pathname === location.pathname ? coming : location;
  const search = wish ?? asked;
  const filters = useMemo(() => readFilters(new URLSearchParams(search), kind), [search, kind]);
  const choose = (next: Filters) => {
    const query = writeFilters(new URLSearchParams(search), next).toString();
    setWish(query);
    void navigate({ search: query }, { preventScrollReset: true });
  };
  return { filters, search, choose, clear: () => choose(noFilters) };
}
