import type { SoundType } from '../sound-type.ts';

export const renderedTypes = ['mp3', 'wav', 'flac'] as const satisfies SoundType[];
export type RenderedType = (typeof renderedTypes)[number];
export const isRendered = (type: SoundType): type is RenderedType =>
  renderedTypes.some((rendered) => rendered === type);

/** What a rendered file is: its container, and about how large a second is. */
export const renderFormats = {
  'mp3-320': { type: 'mp3', bitsPerSecond: 320_000 },
  'mp3-192': { type: 'mp3', bitsPerSecond: 192_000 },
  wav: { type: 'wav', bitsPerSecond: 1_411_200 },
  flac: { type: 'flac', bitsPerSecond: 1_000_000 },
} as const satisfies Record<string, { type: RenderedType; bitsPerSecond: number }>;
export type RenderFormat = keyof typeof renderFormats;

/** The highest true peak of a levelled sound, in dBTP. */
export const peakCeilingDb = -1;
/** How far the loudness of a levelled sound may be from what was asked, in LU. */
export const loudnessTolerance = 0.5;
/** How far a cut sound may be from its length. */
export const lengthToleranceMs = 20;

/** What becomes of a sound. */
export interface RenderWish {
  format: RenderFormat;
  /** Loudness in LUFS; null: as it is. */
  levelLufs: number | null;
  /** Level below which silence at both ends is cut, in dBFS; null: nothing is cut. */
  silenceDb: number | null;
  /** Length in milliseconds; null: all of it. */
  lengthMs: number | null;
  /** Ends on a beat of this tempo where one lies within the tolerance; null: unknown, or not wanted. */
  tempoBpm: number | null;
  fadeMs: number;
}

/** Whether a stretch has the length that was wished; a shorter sound stays as it is. */
export const isOfLength = (
  { fromMs, toMs }: Pick<Rendered, 'fromMs' | 'toMs'>,
  { lengthMs }: Pick<RenderWish, 'lengthMs'>,
): boolean => lengthMs !== null && lengthMs - (toMs - fromMs) <= lengthToleranceMs;

/** What became of it. */
export interface Rendered {
  /** Of what programs decode. */
  durationMs: number;
  /** Milliseconds that they decode before the kept stretch begins. */
  leadMs: number;
  /** As ebur128 measures the result; null for silence. */
  loudnessLufs: number | null;
  truePeakDb: number | null;
  /** The stretch of the original that it holds. */
  fromMs: number;
  toMs: number;
  fadeMs: number;
  endsOnBeat: boolean;
}

/** Why a sound could not be made; each has its words in the feature that asked. */
export type RenderFailure = 'no-ffmpeg' | 'unreadable' | 'too-long';

export type RenderResult = ({ ok: true } & Rendered) | { ok: false; reason: RenderFailure };
