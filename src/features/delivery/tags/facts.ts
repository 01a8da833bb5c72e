import type { Cues } from '#db/schema/catalog.ts';

/** What the tags of a delivered file say. */
export interface TagFacts {
  title: string;
  packageTitle: string;
  categoryName: string;
  siteName: string;
  siteUrl: string;
  position: number;
  total: number;
  tempoBpm: number | null;
  loudnessLufs: number | null;
  truePeakDb: number | null;
  durationMs: number | null;
  /** The station that it is delivered to; null: unknown. */
  station: string | null;
  /** The id of the delivery, by which its licence is found. */
  licenceId: string;
  licenceVersion: string;
  /** The number of the cut: short, and the same for the same track. */
  cutId: string;
  /** When it was made. */
  madeAt: Date;
  /** Cue points within the delivered file; null: unknown. */
  cues: Cues | null;
}
