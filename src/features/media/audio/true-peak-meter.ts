// biome-ignore-all lint/style/noNonNullAssertion: a hot loop within the bounds of its samples
import { elementAt } from '#platform/elements.ts';

/** Samples on either side that the interpolation uses. */
const reach = 12;
/** Interpolated points per sample interval. */
const parts = 8;
/** Only tops above this part of the highest peak are interpolated: in between they may reach twice their value. */
const near = 0.5;
/** Within a quarter of a sample of an evaluated point, the signal can rise by at most this factor. */
const rise = Math.SQRT2;

/** Windowed sinc kernels (Hann), one per point between two samples. */
const kernels = Array.from({ length: parts - 1 }, (_, part) => {
  const weights = Float64Array.from({ length: 2 * reach }, (_, at) => {
    const away = at - reach + 1 - (part + 1) / parts;
    return (Math.sin(Math.PI * away) / (Math.PI * away)) * Math.cos((Math.PI * away) / (2 * reach)) ** 2;
  });
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
});
const middleKernel = elementAt(kernels, parts / 2 - 1);

/** Whether a sample is a local maximum, or an end of a plateau. */
function isTop(sample: number, before: number, after: number): boolean {
  if (before === sample && after === sample) return false;
  return sample > 0 ? before <= sample && after <= sample : before >= sample && after >= sample;
}

/** The true peak (ITU-R BS.1770, 8-fold), interpolated around the highest tops only: within 0.3 dB of ffmpeg's. */
export class TruePeakMeter {
  /** Distance between two samples of a channel. */
  readonly #step: number;
  readonly #margin: number;
  /** The tail of the previous samples, then the new ones. */
  #heard: Int16Array;
  #highest = 0;

  constructor(channels: number) {
    this.#step = channels;
    this.#margin = 2 * reach * channels;
    this.#heard = new Int16Array(this.#margin);
  }

  /** Interleaved samples in whole frames. */
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

  /** Evaluates the interval after a sample: its middle and, if the peak may be there, all points. */
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

  /** The highest level in the samples' scale; silence is assumed after the end. */
  get highest(): number {
    this.add(new Int16Array(reach * this.#step));
    return this.#highest;
  }
}
