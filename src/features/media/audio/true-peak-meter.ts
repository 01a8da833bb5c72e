/** Samples to either side that say how high the sound gets between two of them. */
const reach = 12;
/** Parts into which the time between two samples is divided. */
const parts = 8;
/** Tops are looked at when they reach this part of the highest moment so far: between samples they may be twice it. */
const near = 0.5;
/** A quarter of a sample away from a moment that was looked at, nothing is higher than it by more. */
const rise = Math.SQRT2;

/** For each moment between two samples, what the samples around it have to say: a sinc that fades out (Hann). */
const kernels = Array.from({ length: parts - 1 }, (_, part) => {
  const weights = Float64Array.from({ length: 2 * reach }, (_, at) => {
    const away = at - reach + 1 - (part + 1) / parts;
    return (Math.sin(Math.PI * away) / (Math.PI * away)) * Math.cos((Math.PI * away) / (2 * reach)) ** 2;
  });
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
});
const middleKernel = kernels[parts / 2 - 1]!;

/** Whether a sample stands above its neighbours, or is the first or the last of some that do. */
function isTop(sample: number, before: number, after: number): boolean {
  if (before === sample && after === sample) return false;
  return sample > 0 ? before <= sample && after <= sample : before >= sample && after >= sample;
}

/**
 * Listens for the highest moment of a sound between its samples too (ITU-R BS.1770, with eight moments for a sample).
 * Only around tops that can be the highest it is computed: that makes it cheap, and misses no more than 0.3 dB of what
 * ffmpeg finds by computing all.
 */
export class TruePeakMeter {
  /** Samples from one of a channel to its next. */
  readonly #step: number;
  readonly #margin: number;
  /** The last of what was heard before, then what is new. */
  #heard: Int16Array;
  #highest = 0;

  constructor(channels: number) {
    this.#step = channels;
    this.#margin = 2 * reach * channels;
    this.#heard = new Int16Array(this.#margin);
  }

  /** Samples of all channels in turn; whole frames. */
  add(samples: Int16Array): void {
    const length = this.#margin + samples.length;
    if (this.#heard.length < length) {
      const longer = new Int16Array(length);
      longer.set(this.#heard.subarray(0, this.#margin));
      this.#heard = longer;
    }
    const heard = this.#heard;
    const step = this.#step;
    heard.set(samples, this.#margin);
    let gate = this.#highest * near;
    for (let at = reach * step; at < length - reach * step; at++) {
      const sample = heard[at]!;
      const level = Math.abs(sample);
      if (level <= gate || !isTop(sample, heard[at - step]!, heard[at + step]!)) continue;
      if (level > this.#highest) this.#highest = level;
      this.#climb(at - step);
      this.#climb(at);
      gate = this.#highest * near;
    }
    heard.copyWithin(0, samples.length, length);
  }

  /** Looks between this sample and its channel's next: in the middle and, if it may be higher there, all over. */
  #climb(at: number): void {
    const middle = this.#look(at, middleKernel);
    const highest = Math.max(middle, Math.abs(this.#heard[at]!), Math.abs(this.#heard[at + this.#step]!));
    if (highest * rise <= this.#highest) return;
    for (const kernel of kernels) this.#look(at, kernel);
  }

  #look(at: number, kernel: Float64Array): number {
    const heard = this.#heard;
    const step = this.#step;
    let sum = 0;
    let place = at - (reach - 1) * step;
    for (let tap = 0; tap < 2 * reach; tap++) {
      sum += kernel[tap]! * heard[place]!;
      place += step;
    }
    const level = Math.abs(sum);
    if (level > this.#highest) this.#highest = level;
    return level;
  }

  /** The highest level, in the samples' own scale; the end is taken to be followed by silence. */
  get highest(): number {
    this.add(new Int16Array(reach * this.#step));
    return this.#highest;
  }
}
