/** Edges of the bands that are listened to one by one, in hertz: drum, bass, voice, snare, hi-hat. */
const edges = [180, 600, 1500, 3000];
const bands = edges.length + 1;
/** Samples of a frame: at 11,025 Hz some 86 frames a second. */
const hop = 128;
/** Minutes that are listened to: a tempo is known long before. */
const patience = 5;
/** How far below the loudest frame changes still count: 1/800 is some -58 dB. */
const depth = 8;

/** A low-pass filter of second order (Butterworth), as coefficients over its own two memories. */
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

/** Listens to samples as they come for the moments at which something begins to sound, in five bands. */
export class OnsetMeter {
  readonly #filters: LowPass[];
  readonly #power = new Float64Array(bands);
  /** The level of each band in each frame, frame after frame. */
  readonly #levels: number[] = [];
  readonly #most: number;
  #inFrame = 0;
  /** Frames a second. */
  readonly rate: number;

  /** @param sampleRate in hertz; some 11,025 are enough */
  constructor(sampleRate: number) {
    this.rate = sampleRate / hop;
    this.#most = Math.round(patience * 60 * this.rate) * bands;
    this.#filters = edges.map((edge) => lowPass(edge, sampleRate));
  }

  /** Samples of -1 to 1; those after five minutes are not heard. */
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

  /** How much began to sound in each frame, against its surroundings: the sum of what the bands gained. */
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
