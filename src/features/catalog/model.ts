import type { Kind, KindFacts } from './kinds.ts';

/** A package as cards and lists show it, without audio URLs. */
/** What a package says besides its card, on its own page and in a line. */
export interface PackageFacts {
  categoryId: string;
  categoryName: string;
  tags: string[];
  description: string | null;
  /** Bytes of all files; null when any is unknown. */
  totalSize: number | null;
}

/** The facts are absent on cards, which do not show them: a description is longer than the rest of a card. */
export interface PackageCard extends Partial<PackageFacts> {
  id: string;
  title: string;
  /** Its first tag, or the name of its category. */
  label: string;
  kind: string;
  coverUrl: string | null;
  isFeatured: boolean;
  trackCount: number;
  /** Whether the viewer has saved it; added for each request, never cached. */
  isSaved?: boolean;
  /** What a line compares; absent on cards, for whom may not listen, and without tracks. */
  sound?: RowSound;
}

/** A package as its own page shows it. */
export type WholePackage = PackageCard & PackageFacts;

/** The sound of a package in one line: all of its tracks together, and the waveform of the first. */
export interface RowSound {
  durationMs: number;
  slowestBpm: number | null;
  fastestBpm: number | null;
  /** Mean over the tracks. */
  loudnessLufs: number | null;
  /** base64 of up to 100 bytes, each a peak. */
  peaks: string | null;
}

export interface TrackRow {
  id: string;
  packageId: string;
  name: string;
  size: number | null;
  durationMs: number | null;
  /** Waveform: base64 of up to 400 bytes, each a peak; null when not analysed. */
  peaks: string | null;
  loudnessLufs: number | null;
  truePeakDb: number | null;
  tempoBpm: number | null;
  /** As in PackageCard. */
  isSaved?: boolean;
}

/** Packages per section before 'VEJA TODOS MAIS...' (CAT-14). */
export const perSection = 30;

/** Related packages on a package page at most (PKG-10). */
export const relatedLimit = 6;

export const perStretch = 60;

export interface Tile {
  kind: Kind;
  name: string;
  imageKey: KindFacts['imageKey'];
  packages: number;
  tracks: number;
}

export interface SectionHead {
  id: string;
  name: string;
  packages: number;
  tracks: number;
}

export interface Section extends SectionHead {
  first: PackageCard[];
}

/** A part of a full list: `cards` begins at `offset` over all sections in order. */
export interface ShelfPage {
  sections: SectionHead[];
  packages: number;
  tracks: number;
  offset: number;
  cards: PackageCard[];
}

/** A package and its tracks for the player, without audio URLs; for subscribers only. */
export interface PackageQueue {
  packageId: string;
  packageTitle: string;
  coverUrl: string | null;
  kind: string;
  tracks: Pick<
    TrackRow,
    'id' | 'name' | 'durationMs' | 'peaks' | 'loudnessLufs' | 'truePeakDb' | 'tempoBpm'
  >[];
}

/** URL of a cover; null: the demo image is shown. It contains the content key, so it can be cached forever. */
export const coverUrl = (coverKey: string | null): string | null =>
  coverKey ? `/media/${coverKey.split('/').map(encodeURIComponent).join('/')}` : null;
