import type { Envelope, Moment } from './cues.ts';

/** Milliseconds of which the highest level is kept: starts and ends are exact to one of them. */
const step = 5;
/** Most kept levels: beyond 21 minutes two merge into one. */
const most = 1 << 18;
/** Peaks are told apart by this part of a decibel; quieter ones than the least count as silence. */
const partsOfDb = 20;
const leastDb = -120;

/** Keeps the levels of a stream of samples in memory that does not grow. */
export class CueMeter {
  readonly #rate: number;
  readonly #atOnce: number;
  #grain: number;
  #inStep = 0;
  #inGrain = 0;
  #peak = 0;
  #power = 0;
  #edge = 0;
  #before = 0;
  #count = 0;
  /** Each moment that was louder than all before it, and each that was louder than all since. */
  readonly #firsts: Moment[] = [];
  readonly #lasts: Moment[] = [];
  #powers: number[] = [];
  #edges: number[] = [];

  /** @param rate values a second */
  constructor(rate: number) {
    this.#rate = rate;
    this.#atOnce = Math.max(1, Math.round((rate * step) / 1000));
    this.#grain = this.#atOnce;
  }

  /** The highest level and the mean of each few samples, -1 to 1. */
  add(tops: Float32Array, means: Float32Array): void {
    for (let at = 0; at < means.length; at++) {
      const mean = means[at] ?? 0;
      this.#peak = Math.max(this.#peak, tops[at] ?? 0);
      this.#power += mean * mean;
      this.#edge += (mean - this.#before) ** 2;
      this.#before = mean;
      this.#count++;
      if (++this.#inStep === this.#atOnce) this.#mark();
      if (++this.#inGrain === this.#grain) this.#close();
    }
  }

  #mark(): void {
    const db = Math.floor(20 * Math.log10(this.#peak) * partsOfDb) / partsOfDb;
    const inMs = (count: number) => (count * 1000) / this.#rate;
    const moment = { db, fromMs: inMs(this.#count - this.#inStep), toMs: inMs(this.#count) };
    this.#inStep = 0;
    this.#peak = 0;
    if (db < leastDb) return;
    if (db > (this.#firsts.at(-1)?.db ?? -Infinity)) this.#firsts.push(moment);
    while (db >= (this.#lasts.at(-1)?.db ?? Infinity)) this.#lasts.pop();
    this.#lasts.push(moment);
  }

  #close(): void {
    this.#powers.push(this.#power / this.#inGrain);
    this.#edges.push(this.#edge / this.#inGrain);
    this.#inGrain = 0;
    this.#power = 0;
    this.#edge = 0;
    if (this.#powers.length === most) this.#thin();
  }

  #thin(): void {
    const merge = (values: number[]) =>
      Array.from({ length: most / 2 }, (_, at) => ((values[2 * at] ?? 0) + (values[2 * at + 1] ?? 0)) / 2);
    this.#powers = merge(this.#powers);
    this.#edges = merge(this.#edges);
    this.#grain *= 2;
  }

  /** What was heard; call once at the end. */
  draw(): Envelope {
    if (this.#inStep > 0) this.#mark();
    if (this.#inGrain > 0) this.#close();
    const stepMs = (this.#grain * 1000) / this.#rate;
    const lengthMs = Math.round((this.#count * 1000) / this.#rate);
    return {
      stepMs,
      lengthMs,
      firsts: this.#firsts,
      lasts: this.#lasts,
      powers: this.#powers,
      edges: this.#edges,
    };
  }
}
