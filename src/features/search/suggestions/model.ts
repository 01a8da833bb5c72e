/** What a suggestion leads to. */
export const suggestionGroups = {
  recent: 'Recentes',
  page: 'Páginas',
  action: 'Ações',
  category: 'Categorias',
  tag: 'Tags',
  package: 'Pacotes',
  track: 'Faixas',
  term: 'Busca',
} as const;
export type SuggestionGroup = keyof typeof suggestionGroups;

export interface Suggestion {
  of: SuggestionGroup;
  label: string;
  /** Second line. */
  hint: string | null;
  /** The address that it leads to. */
  to: string;
}

/** Groups after each other, in the order of their best suggestions. */
export function inGroups(suggestions: readonly Suggestion[]): Suggestion[] {
  const groups = [...new Set(suggestions.map(({ of }) => of))];
  return groups.flatMap((group) => suggestions.filter(({ of }) => of === group));
}

/** A shorter text suggests nothing; a longer one is a sentence, and no beginning of a name. */
export const shortestSuggested = 2;
export const longestSuggested = 100;

export const searchFor = (term: string): string => `/search?q=${encodeURIComponent(term)}`;
