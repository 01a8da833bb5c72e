/** Frequency bands in hertz: drum, bass, voice, snare, hi-hat. */
const edges = [180, 600, 1500, 3000];
/** Samples per frame: about 86 frames a second at 11,025 Hz. */
const hop = 128;
/** Minutes that are analysed; a tempo is clear long before. */
const patience = 5;
/** Changes this far below the loudest frame still count: 1/800 is about -58 dB. */
const depth = 8;

/** A second-order Butterworth low-pass filter: coefficients over two memories. */
interface LowPass {
  b: number;
  a1: number;
  a2: number;
  s1: number;
  s2: number;
}

/** The power of a band in the current frame, and its level in each earlier frame. */
class Band {
  power = 0;
  readonly levels: number[] = [];

  close(): void {
    this.levels.push(Math.sqrt(this.power / hop));
    this.power = 0;
  }
}

function lowPass(hertz: number, rate: number): LowPass {
  const w = Math.tan((Math.PI * hertz) / rate);
  const norm = 1 / (1 + Math.SQRT2 * w + w * w);
  return {
    b: w * w * norm,
    a1: 2 * (w * w - 1) * norm,
    a2: (1 - Math.SQRT2 * w + w * w) * norm,
    s1: 0,
    s2: 0,
  };
}

/** Detects onsets (moments when something begins to sound) in a stream of samples, in five bands. */
export class OnsetMeter {
  readonly #filtered: { filter: LowPass; band: Band }[];
  /** Everything above the highest edge. */
  readonly #rest = new Band();
  readonly #most: number;
  #inFrame = 0;
  readonly rate: number;

  /** @param sampleRate in hertz; about 11,025 is enough */
  constructor(sampleRate: number) {
    this.rate = sampleRate / hop;
    this.#most = Math.round(patience * 60 * this.rate);
    this.#filtered = edges.map((edge) => ({ filter: lowPass(edge, sampleRate), band: new Band() }));
  }

  /** Samples of -1 to 1; ignores everything after five minutes. */
  add(samples: Float32Array): void {
    for (const sample of samples) {
      if (this.#rest.levels.length >= this.#most) return;
      let below = 0;
      for (const { filter, band } of this.#filtered) {
        const passed = filter.b * sample + filter.s1;
        filter.s1 = 2 * filter.b * sample - filter.a1 * passed + filter.s2;
        filter.s2 = filter.b * sample - filter.a2 * passed;
        band.power += (passed - below) ** 2;
        below = passed;
      }
      this.#rest.power += (sample - below) ** 2;
      if (++this.#inFrame === hop) this.#close();
    }
  }

  #close(): void {
    for (const { band } of this.#filtered) band.close();
    this.#rest.close();
    this.#inFrame = 0;
  }

  /** Onset strength per frame against its surroundings: the summed gain of the bands. */
  draw(): Float64Array {
    const bands = [...this.#filtered.map(({ band }) => band), this.#rest];
    let loudest = 1e-9;
    for (const { levels } of bands) for (const level of levels) loudest = Math.max(loudest, level);
    const onsets = new Float64Array(this.#rest.levels.length);
    for (const { levels } of bands) {
      let before = Infinity;
      for (const [frame, heard] of levels.entries()) {
        const level = Math.log1p((depth * heard) / loudest);
        onsets[frame] = (onsets[frame] ?? 0) + Math.max(0, level - before);
        before = level;
      }
    }
    return onsets;
  }
}
