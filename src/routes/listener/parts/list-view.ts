import { countPackages } from '#features/catalog/counts.ts';
import { countTracks } from '#platform/format.ts';

/** What a list shows, as the search's address names it (`ver`). */
export const listViews = {
  faixas: { label: 'Faixas', count: countTracks },
  pacotes: { label: 'Pacotes', count: countPackages },
} as const;
export type ListView = keyof typeof listViews;

export const readListView = (value: string | null): ListView | null =>
  value === 'faixas' || value === 'pacotes' ? value : null;
