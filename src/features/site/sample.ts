import { factsOfKind } from '#features/catalog/kinds.ts';
/** A public sample: 30 seconds of a real track. */
export interface Sample {
  trackId: string;
  title: string;
  packageTitle: string;
  /** Category kind: sets the colour and the word beside the title. */
  kind: string;
  /** base64 of up to 400 bytes, each a peak. */
  peaks: string | null;
  durationMs: number | null;
}

/** A package that visitors see, and hear 30 seconds of. */
export interface SamplePack {
  id: string;
  title: string;
  kind: string;
  coverUrl: string | null;
  trackCount: number;
  trackId: string;
}

export const samplePath = (trackId: string): string => `/sample/${trackId}`;

export interface CatalogCounts {
  packages: number;
  tracks: number;
  /** Only kinds with packages, in the site's order. */
  kinds: { kind: string; packages: number; tracks: number }[];
}

export const soundWord = (kind: string): string => factsOfKind(kind)?.noun[0] ?? 'Som';

export const sampleSeconds = 30;

/** Duration of a track's sample in seconds. */
export const lengthOfSample = ({ durationMs }: Pick<Sample, 'durationMs'>): number =>
  Math.min(sampleSeconds, (durationMs ?? sampleSeconds * 1000) / 1000);
