import { perSpread, type TimbreFact, timbreFacts, timbreNames, usualByte } from './timbre-facts.ts';
import { bandCount, type SpectrumFrame } from './timbre-meter.ts';

export interface Heard {
  frames: readonly SpectrumFrame[];
  /** Onset strength per frame of the onset meter, for the first five minutes. */
  onsets: Float64Array;
  /** Frames of `onsets` a second. */
  onsetRate: number;
  seconds: number;
  tempoBpm: number | null;
  loudnessLufs: number | null;
}

/** Quieter than this in full scale power, -80 dB, is silence. */
const silence = 1e-8;
/** Decibels below the loudest frame that still count, and of the bands below the highest one. */
const depth = 40;

/** The bytes by which similar sounds are found; null for silence. */
export function describeTimbre(heard: Heard): Uint8Array | null {
  const { frames } = heard;
  const loudest = frames.reduce((most, { power }) => Math.max(most, power), 0);
  if (loudest < silence) return null;
  const levels = frames.map(({ power }) => 10 * Math.log10(power / loudest + 1e-9));
  const weights = levels.map((level) => Math.max(0, 1 + level / depth));
  const facts: Record<TimbreFact, number | null> = {
    ...spectrumFacts(frames, weights),
    ...colourFacts(frames, weights),
    ...levelFacts(frames, levels),
    ...timeFacts(heard),
  };
  return Uint8Array.from(timbreNames, (name) => {
    const { mean, spread } = timbreFacts[name];
    const value = facts[name] ?? mean;
    return Math.min(255, Math.max(0, Math.round(usualByte + (perSpread * (value - mean)) / spread)));
  });
}

interface Spread {
  mean: number;
  deviation: number;
}

function spreadOf(values: readonly number[], weights: readonly number[]): Spread {
  const total = sumOf(weights);
  const mean = sumOf(values.map((value, at) => value * (weights[at] ?? 0))) / total;
  const squares = sumOf(values.map((value, at) => (value - mean) ** 2 * (weights[at] ?? 0)));
  return { mean, deviation: Math.sqrt(squares / total) };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Coefficients of the cepstrum (MFCC): the first four on the average, all ten in how they change. */
const coefficients = 10;
const waves = Array.from({ length: coefficients }, (_, order) =>
  Float64Array.from(
    { length: bandCount },
    (_, band) => Math.cos((Math.PI * (order + 1) * (band + 0.5)) / bandCount) / bandCount,
  ),
);

function spectrumFacts(frames: readonly SpectrumFrame[], weights: readonly number[]) {
  const highest = frames.reduce(
    (most, { bands }) => bands.reduce((top, band) => Math.max(top, band), most),
    0,
  );
  const floor = 10 ** (-depth / 10);
  const levels = frames.map(({ bands }) => bands.map((band) => 10 * Math.log10(band / highest + floor)));
  const [slope, bow, third, fourth, ...finer] = waves.map((wave) =>
    spreadOf(
      levels.map((bands) => bands.reduce((sum, level, band) => sum + level * (wave[band] ?? 0), 0)),
      weights,
    ),
  ) as [Spread, Spread, Spread, Spread, ...Spread[]];
  const fine = [third, fourth, ...finer].map(({ deviation }) => deviation);
  return {
    slope: slope.mean,
    bow: bow.mean,
    waves: third.mean,
    ripples: fourth.mean,
    slopeChange: slope.deviation,
    bowChange: bow.deviation,
    fineChange: sumOf(fine) / fine.length,
  };
}

function colourFacts(frames: readonly SpectrumFrame[], weights: readonly number[]) {
  const centres = frames.map(({ centroid }) => Math.log2(Math.max(30, centroid)));
  const places = frames.map((_, at) => at / frames.length);
  const centre = spreadOf(centres, weights);
  const place = spreadOf(places, weights);
  const steps = centres.map((value, at) => Math.abs(value - (centres[at - 1] ?? value)));
  const along = centres.map((value, at) => (value - centre.mean) * ((places[at] ?? 0) - place.mean));
  const noise = spreadOf(
    frames.map(({ flatness }) => Math.log10(flatness + 1e-4)),
    weights,
  );
  const shapes = frames.map(({ bands }) => shapeOf(bands));
  return {
    centre: centre.mean,
    centreChange: centre.deviation,
    centreStep: Math.sqrt(spreadOf(steps, weights).mean),
    rise: spreadOf(along, weights).mean / Math.max(0.02, place.deviation),
    noise: noise.mean,
    noiseChange: noise.deviation,
    width: spreadOf(
      shapes.map(({ width }) => width),
      weights,
    ).mean,
    tone: spreadOf(
      shapes.map(({ tone }) => tone),
      weights,
    ).mean,
  };
}

/** How many bands the power is spread over, and which part of it the strongest band has, in octaves. */
function shapeOf(bands: Float32Array): { width: number; tone: number } {
  let [sum, centre, squares, top] = [0, 0, 0, 0];
  for (const [at, power] of bands.entries()) {
    sum += power;
    centre += power * at;
    squares += power * at * at;
    if (power > top) top = power;
  }
  const width = Math.sqrt(Math.max(0, squares / sum - (centre / sum) ** 2));
  return { width, tone: Math.log2(top / sum) };
}

function levelFacts(frames: readonly SpectrumFrame[], levels: readonly number[]) {
  const amplitudes = frames.map(({ power }) => Math.sqrt(power));
  const moment = sumOf(amplitudes.map((amplitude, at) => amplitude * at)) / sumOf(amplitudes);
  const heard = levels.map((level) => Math.max(-depth, level));
  const { mean, deviation } = spreadOf(
    heard,
    heard.map(() => 1),
  );
  return { middle: moment / Math.max(1, frames.length - 1), level: mean, levelChange: deviation };
}

/** An onset is a peak of at least a quarter of the strongest one. */
function timeFacts({ onsets, onsetRate, seconds, tempoBpm, loudnessLufs }: Heard) {
  const strongest = onsets.reduce((most, onset) => Math.max(most, onset), 0);
  const least = Math.max(0.15, strongest / 4);
  const peaks = onsets.filter(
    (onset, at) =>
      onset > least && onset >= (onsets[at - 1] ?? Infinity) && onset > (onsets[at + 1] ?? Infinity),
  );
  const heard = Math.max(0.5, onsets.length / onsetRate);
  const strength = onsets.reduce((sum, onset) => sum + onset, 0);
  return {
    onsets: Math.log2(0.25 + peaks.length / heard),
    beats: Math.log2(0.05 + strength / heard),
    tempo: tempoBpm === null ? null : Math.log2(tempoBpm),
    loudness: loudnessLufs,
    length: Math.log2(Math.max(0.1, seconds)),
  };
}
