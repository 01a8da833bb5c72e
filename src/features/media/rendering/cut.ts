import { lengthToleranceMs, type RenderWish } from './model.ts';

/** Where something begins to sound, and how strongly, at regular moments. */
export interface Onsets {
  strengths: ArrayLike<number>;
  /** Moments a second. */
  rate: number;
}

export interface Cut {
  fromMs: number;
  toMs: number;
  fadeMs: number;
  endsOnBeat: boolean;
}

/** A cut without a fade still ends without a click. */
const softEndMs = 10;
/** Beats are looked for in this stretch before the end, so that a slightly wrong tempo does no harm. */
const nearMs = 12_000;

/**
 * The beat at or before a moment; null without a beat. The beats are laid over the onsets where they fit best. @param
 * fromMs where the sound begins
 */
export function beatBefore(
  { strengths, rate }: Onsets,
  bpm: number,
  untilMs: number,
  fromMs: number,
): number | null {
  const period = (60 / bpm) * rate;
  const until = (untilMs / 1000) * rate;
  const from = Math.max((fromMs / 1000) * rate, until - (nearMs / 1000) * rate);
  let best = { sum: 0, at: 0 };
  for (let shift = 0; shift < period; shift += 0.5) {
    let sum = 0;
    for (let at = until - shift; at >= from; at -= period) {
      const place = Math.round(at - 0.5);
      sum += strengths[place] ?? 0;
    }
    if (sum > best.sum) best = { sum, at: until - shift };
  }
  return best.sum > 0 ? (best.at / rate) * 1000 : null;
}

/**
 * What to keep of a sound. A sound shorter than the length stays as it is. With a length it ends on a beat if one lies
 * within the tolerance at or before the length; else it has exactly the length. @param heard where there is sound,
 * above the threshold for silence; null: cut nothing
 */
export function planCut(
  durationMs: number,
  heard: { fromMs: number; toMs: number } | null,
  { lengthMs, tempoBpm, fadeMs }: Pick<RenderWish, 'lengthMs' | 'tempoBpm' | 'fadeMs'>,
  onsets: Onsets | null,
): Cut {
  const { fromMs, toMs } = heard ?? { fromMs: 0, toMs: durationMs };
  const fadeWithin = (length: number) => Math.min(fadeMs, length);
  if (lengthMs === null || toMs - fromMs <= lengthMs)
    return { fromMs, toMs, fadeMs: fadeWithin(toMs - fromMs), endsOnBeat: false };
  const end = fromMs + lengthMs;
  const beat = tempoBpm && onsets ? beatBefore(onsets, tempoBpm, end, fromMs) : null;
  if (beat !== null && end - beat <= lengthToleranceMs)
    return { fromMs, toMs: Math.round(beat), fadeMs: softEndMs, endsOnBeat: true };
  return { fromMs, toMs: end, fadeMs: Math.max(softEndMs, fadeWithin(lengthMs)), endsOnBeat: false };
}
