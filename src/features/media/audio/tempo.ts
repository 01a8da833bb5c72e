/** Slowest and fastest tempo that is told, in beats a minute. */
const slowest = 58;
const fastest = 186;
/** Two neighbours of the tempos that are tried differ by this factor. */
const step = 1.004;
/** Seconds below which no tempo can be told. */
const shortest = 8;
/** Below this likeness of the beats there is no tempo: noise and speech reach 0.1, trilhas 0.3 and more. */
const sure = 0.2;
/** Onsets that stand out less than this from their surroundings are a swelling, not beats. */
const clear = 0.1;
/** Beats a minute that people most often tap, and octaves from it at which a tempo is still likely. */
const usual = 120;
const spread = 0.77;

/**
 * Estimates the tempo of music from its onsets: how like themselves they are some beats later. Of tempos that are
 * double or half of each other it prefers the one near 120 whose beats are divided.
 * @param rate frames a second
 * @returns beats a minute, or null when unsure: too short, speech, noise, no beat
 */
export function estimateTempo(onsets: Float64Array, rate: number): number | null {
  if (onsets.length < shortest * rate) return null;
  const beats = flatten(onsets, rate);
  const strongest = beats.toSorted().at(-Math.ceil(beats.length / 50))!;
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

/** Takes away what changes slowly: what remains stands above the mean of the second around it. */
function flatten(onsets: Float64Array, rate: number): Float64Array {
  const half = Math.round(rate / 2);
  const last = onsets.length - 1;
  const sums = new Float64Array(onsets.length + 1);
  for (let at = 0; at <= last; at++) sums[at + 1] = sums[at]! + onsets[at]!;
  return onsets.map((onset, at) => {
    const from = Math.max(0, at - half);
    const to = Math.min(last + 1, at + half + 1);
    const smooth = (onsets[Math.max(0, at - 1)]! + 2 * onset + onsets[Math.min(last, at + 1)]!) / 4;
    return Math.max(0, smooth - (sums[to]! - sums[from]!) / (to - from));
  });
}

/** How like itself a series is so many frames later: 1 is the same, 0 has nothing in common. */
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

/** The value between two lags. */
function valueAt(values: Float64Array, lag: number): number {
  const low = Math.floor(lag);
  const part = lag - low;
  return (values[low] ?? 0) * (1 - part) + (values[low + 1] ?? 0) * part;
}

/** The same, where the peak may lie half a frame off. */
const peakAt = (values: Float64Array, lag: number): number =>
  Math.max(valueAt(values, lag - 0.5), valueAt(values, lag), valueAt(values, lag + 0.5));

const meanOf = (values: Float64Array, lags: number[]): number =>
  lags.reduce((sum, lag) => sum + peakAt(values, lag), 0) / lags.length;

/** What speaks for a beat of so many frames; `canDouble`: whether one of half as many could be told. */
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
  // When half a beat later is as like as a beat later, the beat is really twice as fast, if there are such tempos.
  const isHalved = Math.min(1, Math.max(0, (between / Math.max(on, 0.05) - 0.85) / 0.1));
  const halved = isHalved * (canDouble ? 0.5 : 0.18);
  // Beats are divided. Where nothing is between them, and nothing on every other, they are too fast by an octave.
  const divided = Math.max(0, at([0.5, 1.5]));
  const isEmpty = Math.max(divided, at([1, 3])) < 0.05;
  const score = (on + divided / 2) * (1 - halved) * (isEmpty ? 0.7 : 1);
  return { score, strength: on };
}

/** The period once more, by later and later beats: the farther the beat, the smaller the error. */
function refine(likeness: Float64Array, period: number): number {
  let exact = period;
  for (let beat = 1; beat <= 8; beat++) {
    const around = beat * exact;
    const reach = Math.min(4, 0.1 * exact);
    let top = Math.round(around);
    for (let lag = Math.ceil(around - reach); lag <= around + reach; lag++) {
      if ((likeness[lag] ?? 0) > likeness[top]!) top = lag;
    }
    const [left, middle, right] = [likeness[top - 1], likeness[top], likeness[top + 1]];
    if (left === undefined || middle === undefined || right === undefined) break;
    const bend = left - 2 * middle + right;
    // A beat that is not there, as in syncopated bars, says nothing.
    if (bend < 0 && middle > 0.1) {
      exact = (top + Math.max(-0.5, Math.min(0.5, (0.5 * (left - right)) / bend))) / beat;
    }
  }
  return exact;
}
