import { Button } from '#ui/button.tsx';
import { useFilters } from './use-filters.ts';

export const filterTexts = {
  clear: 'Limpar filtros',
  nothing: 'Nenhum pacote combina com todos os filtros.',
} as const;

/** Resets filters that match nothing. */
export function ClearFilters() {
  const { clear } = useFilters(null);
  return <Button onClick={clear}>{filterTexts.clear}</Button>;
}
