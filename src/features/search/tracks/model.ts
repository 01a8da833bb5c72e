import { formatTotal } from '#platform/list.ts';

export const trackOrders = [
  { value: 'relevancia', label: 'Mais relevantes' },
  { value: 'novas', label: 'Mais novas' },
  { value: 'curtas', label: 'Mais curtas' },
  { value: 'longas', label: 'Mais longas' },
  { value: 'lentas', label: 'Mais lentas' },
  { value: 'rapidas', label: 'Mais rápidas' },
] as const;
export type TrackOrder = (typeof trackOrders)[number]['value'];

export const readTrackOrder = (value: string | null): TrackOrder =>
  trackOrders.find((order) => order.value === value)?.value ?? 'relevancia';

/** Tracks of a term that are ranked and listed: some stretches of a list. */
export const mostFound = 1000;
/** How many were found, in words: `mais de 1.000` where the list of a term ends. */
export const foundTotal = (found: number, isOfTerm: boolean): string =>
  isOfTerm && found >= mostFound
    ? formatTotal({ total: mostFound, about: 'least' })
    : formatTotal({ total: found, about: 'exact' });

/** Longest list without a term. */
export const mostListed = 200_000;

/** A track of a search, without its audio address. */
export interface FoundTrack {
  id: string;
  /** Its key in a loaded catalogue. */
  key: string | null;
  name: string;
  packageId: string;
  packageTitle: string;
  coverUrl: string | null;
  kind: string;
  durationMs: number | null;
  bpm: number | null;
  lufs: number | null;
  truePeakDb: number | null;
  /** base64 of up to 400 bytes, each a peak; only for subscribers. */
  peaks?: string | null;
  /** Whether the viewer has saved it; added for each request, never cached. */
  isSaved?: boolean;
}

/** As programs receive it: `key` only where a catalogue brought one. */
export const toCallTrack = ({ key, ...track }: FoundTrack) => ({ ...track, ...(key ? { key } : {}) });

export interface TrackPage {
  total: number;
  /** Words of the term that the best track lacks. */
  dropped: string[];
  tracks: FoundTrack[];
}
