import { useMemo } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import type { Kind } from '#features/catalog/model.ts';
import { type Filters, noFilters, readFilters, writeFilters } from '#features/search/filters/model.ts';

interface FiltersInUse {
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
  const { search } = coming?.pathname === location.pathname ? coming : location;
  const filters = useMemo(() => readFilters(new URLSearchParams(search), kind), [search, kind]);
  const choose = (next: Filters) => {
    const query = writeFilters(new URLSearchParams(search), next);
    void navigate({ search: query.toString() }, { preventScrollReset: true });
  };
  return { filters, search, choose, clear: () => choose(noFilters) };
}
