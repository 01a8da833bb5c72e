import { factsOfKind } from '#features/catalog/kinds.ts';
/** A sound that visitors may try: 30 seconds of a real track. */
export interface Sample {
  trackId: string;
  /** Name of the track without the ending of its file. */
  title: string;
  packageTitle: string;
  /** Category kind: gives the colour and the word beside the title. */
  kind: string;
  /** base64 of up to 400 bytes, each a peak of 0 to 255. */
  peaks: string | null;
  durationMs: number | null;
}

/** What is in the library, counted. */
export interface CatalogCounts {
  packages: number;
  tracks: number;
  /** Only kinds that have packages, in the order of the site. */
  kinds: { kind: string; packages: number; tracks: number }[];
}

/** One sound of a kind, as people call it. */
export const soundWord = (kind: string): string => factsOfKind(kind)?.noun[0] ?? 'Som';

/** Seconds that a sample lasts at most. */
export const sampleSeconds = 30;

/** How long a sample of a track is, in seconds. */
export const lengthOfSample = ({ durationMs }: Pick<Sample, 'durationMs'>): number =>
  Math.min(sampleSeconds, (durationMs ?? sampleSeconds * 1000) / 1000);
