import type { Cues } from '#db/schema/catalog.ts';

/** Levels of a sound at regular moments, 0 to 1: highest sample, power, and power of what changes quickly. */
export interface Envelope {
  /** Milliseconds between two moments. */
  stepMs: number;
  /** All of the sound: its last moment may be shorter than the others. */
  lengthMs: number;
  peaks: ArrayLike<number>;
  powers: ArrayLike<number>;
  edges: ArrayLike<number>;
}

/** Decibels of full scale below which nothing counts as sound, and below the highest peak, whichever is lower. */
const floorDb = -48;
const floorBelowPeakDb = -36;
/** Length of the loudest stretch. */
const stretchMs = 10_000;
/** What is compared around a change, and how far it must stand out, in decibels. */
const aroundMs = 2000;
const leastBeforeMs = 1000;
const strongDb = 5;
/** Decibels below the loudest stretch at which a sound has only its end left. */
const segueDb = -14;

const toDb = (power: number): number => 10 * Math.log10(Math.max(power, 1e-10));

/** The first and the last moment above a level, in milliseconds; null when it never is. @param db of full scale */
export function soundWithin(
  { stepMs, lengthMs, peaks }: Envelope,
  db: number,
): { fromMs: number; toMs: number } | null {
  const level = 10 ** (db / 20);
  let from = 0;
  while (from < peaks.length && (peaks[from] ?? 0) < level) from++;
  if (from === peaks.length) return null;
  let to = peaks.length;
  while ((peaks[to - 1] ?? 0) < level) to--;
  return { fromMs: Math.round(from * stepMs), toMs: Math.min(lengthMs, Math.round(to * stepMs)) };
}

/** Sums before each moment, so that the mean of any stretch costs one subtraction. */
function sumsOf(values: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let at = 0; at < values.length; at++) sums[at + 1] = (sums[at] ?? 0) + (values[at] ?? 0);
  return sums;
}

const meanOf = (sums: Float64Array, from: number, to: number): number =>
  ((sums[to] ?? 0) - (sums[from] ?? 0)) / Math.max(1, to - from);

/** Estimates the cue points of a sound; null for silence. Pure: equal sounds have equal cues. */
export function estimateCues(envelope: Envelope): Cues | null {
  const { stepMs, peaks, powers, edges } = envelope;
  let highest = 0;
  for (let at = 0; at < peaks.length; at++) highest = Math.max(highest, peaks[at] ?? 0);
  const heard = soundWithin(envelope, Math.min(floorDb, 20 * Math.log10(highest || 1e-9) + floorBelowPeakDb));
  if (!heard || highest < 1e-4) return null;
  const { fromMs: startMs, toMs: endMs } = heard;
  const [first, last] = [Math.round(startMs / stepMs), Math.round(endMs / stepMs)];
  const levels = sumsOf(powers);
  const loud = loudestStretch(levels, first, last, Math.round(stretchMs / stepMs));
  const intro = firstChange([levels, sumsOf(edges)], first, last, stepMs);
  const segue = lastAbove(levels, first, last, stepMs, toDb(loud.power) + segueDb);
  const inMs = (at: number) => Math.min(endMs, Math.round(at * stepMs));
  return {
    startMs,
    endMs,
    introMs: intro === null ? null : inMs(intro),
    loudFromMs: inMs(loud.from),
    loudToMs: inMs(loud.to),
    segueMs: Math.max(startMs, inMs(segue)),
  };
}

function loudestStretch(levels: Float64Array, first: number, last: number, length: number) {
  const size = Math.min(length, last - first);
  let best = { from: first, to: first + size, power: meanOf(levels, first, first + size) };
  for (let from = first + 1; from + size <= last; from++) {
    const power = meanOf(levels, from, from + size);
    if (power > best.power) best = { from, to: from + size, power };
  }
  return best;
}

/**
 * Where the level, or the brightness, first changes for good. In the second half only a rise counts: there, a fall is how
 * the sound ends.
 */
function firstChange(series: Float64Array[], first: number, last: number, stepMs: number): number | null {
  const around = Math.round(aroundMs / stepMs);
  const least = Math.round(leastBeforeMs / stepMs);
  const middle = (first + last) / 2;
  const changeAt = (at: number) => {
    const [from, to] = [Math.max(first, at - around), Math.min(last, at + around)];
    const rises = series.map((sums) => toDb(meanOf(sums, at, to)) - toDb(meanOf(sums, from, at)));
    return Math.max(...(at < middle ? rises.map(Math.abs) : rises));
  };
  for (let at = first + least; at + least <= last; at++) {
    if (changeAt(at) < strongDb) continue;
    let top = at;
    for (let next = at; next < Math.min(at + around, last - least); next++)
      if (changeAt(next) > changeAt(top)) top = next;
    return top;
  }
  return null;
}

/** The end of the last tenth of a second above a level. */
function lastAbove(levels: Float64Array, first: number, last: number, stepMs: number, db: number): number {
  const short = Math.max(1, Math.round(100 / stepMs));
  for (let to = last; to > first + short; to--) if (toDb(meanOf(levels, to - short, to)) >= db) return to;
  return last;
}
