import { Button } from '#ui/button.tsx';
import { useFilters } from './use-filters.ts';

export const filterTexts = {
  clear: 'Limpar filtros',
  nothing: 'Nenhum pacote tem tudo o que os filtros pedem.',
} as const;

/** Resets filters that match nothing. */
export function ClearFilters() {
  const { clear } = useFilters(null);
  return <Button onClick={clear}>{filterTexts.clear}</Button>;
}
