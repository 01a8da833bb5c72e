import type { Kind } from '#features/catalog/kinds.ts';
import { kindFacts } from '#features/catalog/kinds.ts';
import type { TagGroup } from './tag-groups.ts';

/** A step of a group: its value in the URL, its label, and its bounds. */
interface FilterStep {
  value: string;
  label: string;
  hint?: string;
}

export interface FilterGroup {
  name: SoundFact;
  label: string;
  steps: readonly FilterStep[];
}

/** Facts that sounds are filtered by, as named in the URL. */
export const soundFacts = ['duracao', 'andamento', 'intensidade', 'voz'] as const;
export type SoundFact = (typeof soundFacts)[number];

/** Bounds equal the database's sound_class(): whole seconds as shown, whole beats, LUFS; the order of voice its codes. */
export const filterGroups: Record<SoundFact, FilterGroup> = {
  duracao: {
    name: 'duracao',
    label: 'Duração',
    steps: [
      { value: 'ate-15s', label: 'Até 15 s' },
      { value: '15-30s', label: '15 a 30 s' },
      { value: '30-60s', label: '30 s a 1 min' },
      { value: '1-3min', label: '1 a 3 min' },
      { value: 'mais-de-3min', label: 'Mais de 3 min' },
    ],
  },
  andamento: {
    name: 'andamento',
    label: 'Andamento',
    steps: [
      { value: 'lenta', label: 'Lenta', hint: 'menos de 90 BPM' },
      { value: 'media', label: 'Média', hint: '90 a 120 BPM' },
      { value: 'rapida', label: 'Rápida', hint: 'mais de 120 BPM' },
    ],
  },
  intensidade: {
    name: 'intensidade',
    label: 'Intensidade',
    steps: [
      { value: 'suave', label: 'Suave', hint: 'abaixo de −20 LUFS' },
      { value: 'media', label: 'Média', hint: '−20 a −14 LUFS' },
      { value: 'forte', label: 'Forte', hint: 'acima de −14 LUFS' },
    ],
  },
  voz: {
    name: 'voz',
    label: 'Voz',
    steps: [
      { value: 'com-voz', label: 'Com voz' },
      { value: 'instrumental', label: 'Instrumental', hint: 'sem locução nem canto' },
    ],
  },
};

/** The chosen filters: choices within a group are alternatives; one track must satisfy all groups. */
export interface Filters extends Record<SoundFact, string[]> {
  /** Names of categories: on the search only, because the other lists are of one kind and in sections. */
  categoria: string[];
  tag: string[];
}

export const noFilters: Filters = {
  duracao: [],
  andamento: [],
  intensidade: [],
  voz: [],
  categoria: [],
  tag: [],
};

/** Limits: categories or tags at once, letters of each. */
const mostChosen = 20;
const longestName = 200;

/** The groups for a kind's page, or with null for search; only trilhas have a tempo. */
export const groupsOf = (kind: Kind | null): FilterGroup[] =>
  soundFacts
    .filter((name) => name !== 'andamento' || kind === null || kindFacts[kind].hasTempo)
    .map((name) => filterGroups[name]);

/** Parses the filters of a URL; ignores values that no page offers. */
export function readFilters(query: URLSearchParams, kind: Kind | null): Filters {
  const filters = { ...noFilters };
  for (const { name, steps } of groupsOf(kind)) {
    const asked = new Set(query.getAll(name));
    filters[name] = steps.map((step) => step.value).filter((value) => asked.has(value));
  }
  const namesIn = (name: 'categoria' | 'tag') => {
    const asked = query.getAll(name).map((each) => each.toWellFormed().replaceAll('\u0000', '').trim());
    return [...new Set(asked)].filter((each) => each && each.length <= longestName).slice(0, mostChosen);
  };
  if (kind === null) filters.categoria = namesIn('categoria');
  filters.tag = namesIn('tag');
  return filters;
}

const names = [...soundFacts, 'categoria', 'tag'] as const;

/** Replaces the filters in a URL. */
export function writeFilters(query: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of names) {
    next.delete(name);
    for (const value of filters[name]) next.append(name, value);
  }
  return next;
}

export const countFilters = (filters: Filters): number =>
  names.reduce((sum, name) => sum + filters[name].length, 0);

export function toggleFilter(filters: Filters, name: keyof Filters, value: string): Filters {
  const chosen = filters[name];
  const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
  if (name === 'tag' || name === 'categoria') return { ...filters, [name]: next };
  const steps = filterGroups[name].steps.map((step) => step.value);
  return { ...filters, [name]: steps.filter((step) => next.includes(step)) };
}

/** Packages, or on the list of tracks tracks, that each choice would leave, combined with the other groups. */
export interface FilterCounts {
  total: number;
  steps: Record<SoundFact, Record<string, number>>;
  /** The categories that have any, in their order; chosen ones always. */
  categories: { name: string; amount: number }[];
  /** The chosen tags, then the most used ones, in their most usual spelling; `chosen`: that of the address, if it is another. */
  tags: { tag: string; packages: number; chosen?: string; group?: TagGroup }[];
}
