import { peakCount } from './model.ts';

/** Most values kept; beyond that two merge into one. Leaves 10 to 20 for each drawn peak. */
const most = 8192;

/** Computes a waveform from a stream of samples of any length. */
export class PeakMeter {
  #grains = new Float32Array(most);
  #length = 0;
  #grain = 1;
  #inGrain = 0;
  #peak = 0;
  #samples = 0;

  /** Samples of -1 to 1. */
  add(samples: Float32Array | readonly number[]): void {
    for (const sample of samples) {
      const level = Math.abs(sample);
      if (level > this.#peak) this.#peak = level;
      if (++this.#inGrain === this.#grain) this.#close();
    }
    this.#samples += samples.length;
  }

  #close(): void {
    this.#grains[this.#length++] = this.#peak;
    this.#inGrain = 0;
    this.#peak = 0;
    if (this.#length < most) return;
    this.#length /= 2;
    this.#grain *= 2;
    for (let at = 0; at < this.#length; at++) {
      this.#grains[at] = Math.max(...this.#grains.subarray(2 * at, 2 * at + 2));
    }
  }

  get samples(): number {
    return this.#samples;
  }

  /** The highest level so far, 0 to 1. */
  get highest(): number {
    return this.#grains.subarray(0, this.#length).reduce((high, level) => Math.max(high, level), this.#peak);
  }

  /** `peakCount` bytes relative to the loudest moment; null without samples. */
  draw(): Uint8Array | null {
    if (this.#inGrain > 0) this.#close();
    const length = this.#length;
    if (length === 0) return null;
    const scale = 255 / Math.max(this.highest, 1e-9);
    return Uint8Array.from({ length: peakCount }, (_, i) => {
      const from = Math.floor((i * length) / peakCount);
      const to = Math.max(from + 1, Math.floor(((i + 1) * length) / peakCount));
      return Math.round(Math.max(...this.#grains.subarray(from, to)) * scale);
    });
  }
}
