import { peakCount } from './model.ts';

/** Samples that one kept value stands for: at 11,025 Hz some forty values a second. */
const grain = 256;

/** Listens to samples of any number as they come, and draws the waveform at the end. */
export class PeakMeter {
  readonly #grains: number[] = [];
  #inGrain = 0;
  #peak = 0;
  #samples = 0;

  /** Samples of -1 to 1. */
  add(samples: Iterable<number>): void {
    for (const sample of samples) {
      const level = Math.abs(sample);
      if (level > this.#peak) this.#peak = level;
      this.#samples++;
      if (++this.#inGrain === grain) this.#close();
    }
  }

  #close(): void {
    this.#grains.push(this.#peak);
    this.#inGrain = 0;
    this.#peak = 0;
  }

  get samples(): number {
    return this.#samples;
  }

  /** The highest level so far, 0 to 1. */
  get highest(): number {
    return this.#grains.reduce((highest, level) => Math.max(highest, level), this.#peak);
  }

  /** `peakCount` bytes relative to the loudest moment; null when nothing was heard. */
  draw(): Uint8Array | null {
    if (this.#inGrain > 0) this.#close();
    const { length } = this.#grains;
    if (length === 0) return null;
    const scale = 255 / Math.max(this.highest, 1e-9);
    return Uint8Array.from({ length: peakCount }, (_, i) => {
      const from = Math.floor((i * length) / peakCount);
      const to = Math.max(from + 1, Math.floor(((i + 1) * length) / peakCount));
      let peak = 0;
      for (let at = from; at < to; at++) peak = Math.max(peak, this.#grains[at]!);
      return Math.round(peak * scale);
    });
  }
}
