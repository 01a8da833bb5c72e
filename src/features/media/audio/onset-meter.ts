/** Frequency bands in hertz: drum, bass, voice, snare, hi-hat. */
const edges = [180, 600, 1500, 3000];
const bands = edges.length + 1;
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
  readonly #filters: LowPass[];
  readonly #power = new Float64Array(bands);
  /** The level of each band, frame by frame. */
  readonly #levels: number[] = [];
  readonly #most: number;
  #inFrame = 0;
  /** Frames a second. */
  readonly rate: number;

  /** @param sampleRate in hertz; about 11,025 is enough */
  constructor(sampleRate: number) {
    this.rate = sampleRate / hop;
    this.#most = Math.round(patience * 60 * this.rate) * bands;
    this.#filters = edges.map((edge) => lowPass(edge, sampleRate));
  }

  /** Samples of -1 to 1; ignores everything after five minutes. */
  add(samples: ArrayLike<number>): void {
    const filters = this.#filters;
    const power = this.#power;
    for (let at = 0; at < samples.length && this.#levels.length < this.#most; at++) {
      const sample = samples[at]!;
      let below = 0;
      for (let band = 0; band < filters.length; band++) {
        const filter = filters[band]!;
        const passed = filter.b * sample + filter.s1;
        filter.s1 = 2 * filter.b * sample - filter.a1 * passed + filter.s2;
        filter.s2 = filter.b * sample - filter.a2 * passed;
        power[band]! += (passed - below) ** 2;
        below = passed;
      }
      power[bands - 1]! += (sample - below) ** 2;
      if (++this.#inFrame === hop) this.#close();
    }
  }

  #close(): void {
    for (let band = 0; band < bands; band++) {
      this.#levels.push(Math.sqrt(this.#power[band]! / hop));
      this.#power[band] = 0;
    }
    this.#inFrame = 0;
  }

  /** Onset strength per frame against its surroundings: the summed gain of the bands. */
  draw(): Float64Array {
    const frames = this.#levels.length / bands;
    let loudest = 1e-9;
    for (const level of this.#levels) loudest = Math.max(loudest, level);
    const onsets = new Float64Array(frames);
    for (let band = 0; band < bands; band++) {
      let before = 0;
      for (let frame = 0; frame < frames; frame++) {
        const level = Math.log1p((depth * this.#levels[frame * bands + band]!) / loudest);
        if (frame > 0) onsets[frame]! += Math.max(0, level - before);
        before = level;
      }
    }
    return onsets;
  }
}
