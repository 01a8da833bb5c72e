import type { Cues } from '#db/schema/catalog.ts';

/** A short part of a sound with its highest sample, in decibels of full scale. */
export interface Moment {
  db: number;
  fromMs: number;
  toMs: number;
}

/** Levels of a sound at regular moments, 0 to 1: power, and power of what changes quickly; and its loudest moments. */
export interface Envelope {
  /** Milliseconds between two moments; more in a longer sound. */
  stepMs: number;
  /** All of the sound: its last moment may be shorter than the others. */
  lengthMs: number;
  /** Moments louder than all before them, and those louder than all after them: as exact in a long sound as in a short one. */
  firsts: readonly Moment[];
  lasts: readonly Moment[];
  powers: ArrayLike<number>;
  edges: ArrayLike<number>;
}

/** Decibels of full scale below which nothing counts as sound, and below the highest peak, whichever is lower. */
const floorDb = -48;
const floorBelowPeakDb = -36;
/** A sound that never gets louder is silence. */
const silenceDb = -80;
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
  { lengthMs, firsts, lasts }: Envelope,
  db: number,
): { fromMs: number; toMs: number } | null {
  const first = firsts.find((moment) => moment.db >= db);
  const last = lasts.findLast((moment) => moment.db >= db);
  if (!first || !last) return null;
  return { fromMs: Math.round(first.fromMs), toMs: Math.min(lengthMs, Math.round(last.toMs)) };
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
  const { stepMs, firsts, powers, edges } = envelope;
  const highestDb = firsts.at(-1)?.db ?? silenceDb;
  const heard = soundWithin(envelope, Math.min(floorDb, highestDb + floorBelowPeakDb));
  if (!heard || highestDb <= silenceDb) return null;
  const { fromMs: startMs, toMs: endMs } = heard;
  const [first, last] = [Math.round(startMs / stepMs), Math.round(endMs / stepMs)];
  const levels = sumsOf(powers);
  const loud = loudestStretch(levels, first, last, Math.round(stretchMs / stepMs));
  const intro = firstChange([levels, sumsOf(edges)], first, last, stepMs);
  const segue = lastAbove(levels, first, last, stepMs, toDb(loud.power) + segueDb);
  const inMs = (at: number) => Math.max(startMs, Math.min(endMs, Math.round(at * stepMs)));
  return {
    startMs,
    endMs,
    introMs: intro === null ? null : inMs(intro),
    loudFromMs: inMs(loud.from),
    loudToMs: inMs(loud.to),
    segueMs: inMs(segue),
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
