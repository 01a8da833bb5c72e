import type { Envelope } from './cues.ts';

/** Milliseconds between two kept levels at first: ends are found to the nearest one. */
const firstStep = 5;
/** Most kept levels: beyond 21 minutes two merge into one. */
const most = 1 << 18;

/** Keeps the levels of a stream of samples in memory that does not grow. */
export class CueMeter {
  readonly #rate: number;
  #grain: number;
  #inGrain = 0;
  #peak = 0;
  #power = 0;
  #edge = 0;
  #before = 0;
  #count = 0;
  #peaks: number[] = [];
  #powers: number[] = [];
  #edges: number[] = [];

  /** @param rate values a second */
  constructor(rate: number) {
    this.#rate = rate;
    this.#grain = Math.max(1, Math.round((rate * firstStep) / 1000));
  }

  /** The highest level and the mean of each few samples, -1 to 1. */
  add(tops: Float32Array, means: Float32Array): void {
    this.#count += means.length;
    for (let at = 0; at < means.length; at++) {
      const mean = means[at] ?? 0;
      this.#peak = Math.max(this.#peak, tops[at] ?? 0);
      this.#power += mean * mean;
      this.#edge += (mean - this.#before) ** 2;
      this.#before = mean;
      if (++this.#inGrain === this.#grain) this.#close();
    }
  }

  #close(): void {
    this.#peaks.push(this.#peak);
    this.#powers.push(this.#power / this.#inGrain);
    this.#edges.push(this.#edge / this.#inGrain);
    this.#inGrain = 0;
    this.#peak = 0;
    this.#power = 0;
    this.#edge = 0;
    if (this.#peaks.length === most) this.#thin();
  }

  #thin(): void {
    const merge = (values: number[], join: (a: number, b: number) => number) =>
      Array.from({ length: most / 2 }, (_, at) => join(values[2 * at] ?? 0, values[2 * at + 1] ?? 0));
    this.#peaks = merge(this.#peaks, Math.max);
    this.#powers = merge(this.#powers, (a, b) => (a + b) / 2);
    this.#edges = merge(this.#edges, (a, b) => (a + b) / 2);
    this.#grain *= 2;
  }

  /** What was heard; call once at the end. */
  draw(): Envelope {
    if (this.#inGrain > 0) this.#close();
    const stepMs = (this.#grain * 1000) / this.#rate;
    const lengthMs = Math.round((this.#count * 1000) / this.#rate);
    return { stepMs, lengthMs, peaks: this.#peaks, powers: this.#powers, edges: this.#edges };
  }
}
