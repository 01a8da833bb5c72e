import type { Kind, KindFacts } from './kinds.ts';

/** A package as cards and lists show it. No audio address is in it. */
export interface PackageCard {
  id: string;
  title: string;
  description: string | null;
  tags: string[];
  kind: string;
  categoryId: string;
  categoryName: string;
  coverUrl: string | null;
  isFeatured: boolean;
  trackCount: number;
  /** Bytes of all files together; null when any is unknown. */
  totalSize: number | null;
  createdAt: string;
}

/** A track as the package page shows it; playing it needs a signed address. */
export interface TrackRow {
  id: string;
  packageId: string;
  name: string;
  size: number | null;
  durationMs: number | null;
  /** Waveform: base64 of up to 400 bytes, each a peak of 0 to 255; null when not analysed. */
  peaks: string | null;
  loudnessLufs: number | null;
  /** dBTP. */
  truePeakDb: number | null;
  tempoBpm: number | null;
}

/** Packages that a section shows before 'VEJA TODOS MAIS...' (CAT-14). */
export const perSection = 30;

/** Most related packages of a package page (PKG-10). */
export const relatedLimit = 6;

/** Packages that a full list brings at a time. */
export const perStretch = 120;

/** A tile of the library home. */
export interface Tile {
  kind: Kind;
  name: string;
  imageKey: KindFacts['imageKey'];
  packages: number;
  tracks: number;
}

/** A category with its counts. */
interface SectionHead {
  id: string;
  name: string;
  packages: number;
  tracks: number;
}

/** A category on its kind's page, with its first packages. */
export interface Section extends SectionHead {
  first: PackageCard[];
}

/** A stretch of a full list: `cards` begins at `offset` of all packages of all sections, one after the other. */
export interface ShelfPage {
  sections: SectionHead[];
  packages: number;
  tracks: number;
  offset: number;
  cards: PackageCard[];
}

/** A package and its tracks as the player takes them. No address is in it; it is for subscribers only. */
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

/** Address of a package's cover; null: the demo image is shown. The key is in it, so it may be kept for ever. */
export const coverUrl = (coverKey: string | null): string | null => (coverKey ? `/media/${coverKey}` : null);
