// biome-ignore-all lint/style/noNonNullAssertion: a hot loop within the bounds of the series
import { elementAt } from '#platform/elements.ts';

/** Range of reported tempos in beats a minute. */
const slowest = 58;
const fastest = 186;
/** Ratio between two neighbouring candidate tempos. */
const step = 1.004;
/** Seconds that a tempo needs at least. */
const shortest = 8;
/** Minimum autocorrelation: noise and speech reach 0.1, trilhas 0.3 and more. */
const sure = 0.2;
/** Weaker onsets are a crescendo, not beats. */
const clear = 0.1;
/** The tempo that people tap most often, and how many octaves from it a tempo is still likely. */
const usual = 120;
const spread = 0.77;

/**
 * Estimates the tempo of music by autocorrelation of its onsets. Among tempos in a ratio of 2 it prefers the one near
 * 120 whose beats are subdivided. @param rate frames a second @returns beats a minute, or null when unsure: too short,
 * speech, noise, no beat
 */
export function estimateTempo(onsets: Float64Array, rate: number): number | null {
  if (onsets.length < shortest * rate) return null;
  const beats = flatten(onsets, rate);
  const strongest = elementAt(beats.toSorted(), -Math.ceil(beats.length / 50));
  if (strongest < clear) return null;
  const likeness = autocorrelate(beats, Math.min(beats.length - 1, Math.ceil((8.5 * 60 * rate) / slowest)));
  let best = { score: 0, period: 0, strength: 0 };
  for (let bpm = slowest; bpm <= fastest; bpm *= step) {
    const period = (60 / bpm) * rate;
    const tried = weigh(likeness, period, 2 * bpm <= fastest);
    const score = tried.score * Math.exp(-0.5 * (Math.log2(bpm / usual) / spread) ** 2);
    if (score > best.score) best = { ...tried, score, period };
  }
  return best.strength < sure ? null : (60 * rate) / refine(likeness, best.period);
}

/** High-pass: subtracts the mean of the surrounding second. */
function flatten(onsets: Float64Array, rate: number): Float64Array {
  const half = Math.round(rate / 2);
  const last = onsets.length - 1;
  const sums = new Float64Array(onsets.length + 1);
  let sum = 0;
  for (const [at, onset] of onsets.entries()) {
    sum += onset;
    sums[at + 1] = sum;
  }
  return onsets.map((onset, at) => {
    const from = Math.max(0, at - half);
    const to = Math.min(last + 1, at + half + 1);
    const smooth = ((onsets[at - 1] ?? onset) + 2 * onset + (onsets[at + 1] ?? onset)) / 4;
    return Math.max(0, smooth - (elementAt(sums, to) - elementAt(sums, from)) / (to - from));
  });
}

/** Autocorrelation per lag: 1 is identical, 0 unrelated. */
function autocorrelate(series: Float64Array, lags: number): Float64Array {
  const { length } = series;
  const mean = series.reduce((sum, value) => sum + value, 0) / length;
  const centred = series.map((value) => value - mean);
  const result = new Float64Array(lags + 1);
  for (let lag = 0; lag <= lags; lag++) {
    let sum = 0;
    for (let at = lag; at < length; at++) sum += centred[at]! * centred[at - lag]!;
    result[lag] = sum / (length - lag);
  }
  const power = result[0] || 1;
  return result.map((value) => value / power);
}

/** Interpolates between two lags. */
function valueAt(values: Float64Array, lag: number): number {
  const low = Math.floor(lag);
  const part = lag - low;
  return (values[low] ?? 0) * (1 - part) + (values[low + 1] ?? 0) * part;
}

/** The same, where the peak may be half a frame off. */
const peakAt = (values: Float64Array, lag: number): number =>
  Math.max(valueAt(values, lag - 0.5), valueAt(values, lag), valueAt(values, lag + 0.5));

const meanOf = (values: Float64Array, lags: number[]): number =>
  lags.reduce((sum, lag) => sum + peakAt(values, lag), 0) / lags.length;

/** Score of a beat period in frames; `canDouble`: whether half the period is still a reportable tempo. */
function weigh(
  likeness: Float64Array,
  period: number,
  canDouble: boolean,
): { score: number; strength: number } {
  const at = (beats: number[]) =>
    meanOf(
      likeness,
      beats.map((beat) => beat * period),
    );
  const on = at([1, 2, 3, 4]);
  const between = at([0.5, 1.5, 2.5, 3.5]);
  // If half a beat correlates as well as a beat, the real tempo is twice as fast.
  const isHalved = Math.min(1, Math.max(0, (between / Math.max(on, 0.05) - 0.85) / 0.1));
  const halved = isHalved * (canDouble ? 0.5 : 0.18);
  // Beats are subdivided. With nothing between them, and nothing on every other one, the tempo is an octave too fast.
  const divided = Math.max(0, at([0.5, 1.5]));
  const isEmpty = Math.max(divided, at([1, 3])) < 0.05;
  const score = (on + divided / 2) * (1 - halved) * (isEmpty ? 0.7 : 1);
  return { score, strength: on };
}

/** Refines the period over later beats: the farther the beat, the smaller the error. */
function refine(likeness: Float64Array, period: number): number {
  let exact = period;
  for (let beat = 1; beat <= 8; beat++) {
    const around = beat * exact;
    const reach = Math.min(4, 0.1 * exact);
    let top = Math.round(around);
    for (let lag = Math.ceil(around - reach); lag <= around + reach; lag++) {
      if ((likeness[lag] ?? 0) > (likeness[top] ?? 0)) top = lag;
    }
    const [left, middle, right] = [likeness[top - 1], likeness[top], likeness[top + 1]];
    if (left === undefined || middle === undefined || right === undefined) break;
    const bend = left - 2 * middle + right;
    // A missing beat, as in syncopated bars, is skipped.
    if (bend < 0 && middle > 0.1) {
      exact = (top + Math.max(-0.5, Math.min(0.5, (0.5 * (left - right)) / bend))) / beat;
    }
  }
  return exact;
}
