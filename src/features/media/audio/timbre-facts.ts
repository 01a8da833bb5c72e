/**
 * What a sound is like, in numbers, each with its mean and spread over the demo's sounds and as many made ones, so that
 * all weigh alike. One byte each is stored, in this order. A changed table needs another analysis level.
 */
export const timbreFacts = {
  /** The shape of the spectrum: its slope, its bow, and finer. */
  slope: { mean: 3.275, spread: 1.855, weight: 0.6 },
  bow: { mean: 0.299, spread: 1.581, weight: 0.6 },
  waves: { mean: 0.226, spread: 1.009, weight: 0.6 },
  ripples: { mean: -0.127, spread: 0.87, weight: 0.6 },
  /** How much it changes. */
  slopeChange: { mean: 1.315, spread: 0.888, weight: 1 },
  bowChange: { mean: 1.037, spread: 0.609, weight: 1 },
  fineChange: { mean: 0.624, spread: 0.48, weight: 1 },
  /** The centre of the spectrum in octaves, its changes, the steps between frames, and whether it rises. */
  centre: { mean: 9.898, spread: 1.335, weight: 1 },
  centreChange: { mean: 0.729, spread: 0.652, weight: 1 },
  centreStep: { mean: 0.532, spread: 0.361, weight: 1 },
  rise: { mean: -0.011, spread: 0.36, weight: 1 },
  /** From a pure tone to noise. */
  noise: { mean: -1.325, spread: 0.326, weight: 1 },
  noiseChange: { mean: 0.146, spread: 0.135, weight: 1 },
  width: { mean: 2.435, spread: 1.573, weight: 1 },
  tone: { mean: -1.257, spread: 0.762, weight: 1 },
  /** Where its weight lies in time, how full it is, how much its level changes. */
  middle: { mean: 0.425, spread: 0.124, weight: 1 },
  level: { mean: -12.812, spread: 10.898, weight: 1 },
  levelChange: { mean: 7.109, spread: 5.277, weight: 1 },
  /** Onsets a second, and their strength. */
  onsets: { mean: 1.64, spread: 2.33, weight: 1 },
  beats: { mean: 2.981, spread: 2.144, weight: 1 },
  tempo: { mean: 6.698, spread: 0.274, weight: 1 },
  loudness: { mean: -22.367, spread: 6.793, weight: 0.5 },
  length: { mean: 1.947, spread: 1.432, weight: 0.5 },
} as const;
export type TimbreFact = keyof typeof timbreFacts;
export const timbreNames = Object.keys(timbreFacts) as TimbreFact[];
export const timbreLength = timbreNames.length;

/** The byte of a usual or unknown fact, and bytes per spread. */
export const usualByte = 128;
export const perSpread = 32;
