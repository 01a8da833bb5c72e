// biome-ignore-all lint/style/noNonNullAssertion: hot loops within the bounds of their arrays
import FFT from 'fft.js';

/** Bands of the spectrum, evenly spaced as the ear hears (mel), and their range in hertz. */
export const bandCount = 24;
const [lowest, highest] = [60, 10_000];
/** Frames that are kept; of a longer sound every second, then every fourth, and so on. */
const most = 1024;
/** Numbers kept per frame: its power, centroid and flatness, and the bands. */
const width = 3 + bandCount;

export interface SpectrumFrame {
  /** Mean square of the samples; full scale is 1. */
  power: number;
  /** The centre of the spectrum in hertz. */
  centroid: number;
  /** 1: noise, 0: pure tones. */
  flatness: number;
  bands: Float32Array;
}

const melOf = (hertz: number): number => 2595 * Math.log10(1 + hertz / 700);
const hertzOf = (mel: number): number => 700 * (10 ** (mel / 2595) - 1);

/** The window's length in samples: about 23 to 46 ms. */
const lengthFor = (rate: number): number => (rate < 24_000 ? 512 : rate < 64_000 ? 1024 : 2048);

/**
 * Spectra of a sound at regular moments, evenly spread over all of it, in memory that does not grow. A frame costs one
 * Fourier transform, and a sound of an hour has not many more than one of a minute.
 */
export class TimbreMeter {
  readonly #rate: number;
  readonly #channels: number;
  readonly #fft: FFT;
  readonly #window: Float64Array;
  readonly #input: Float64Array;
  readonly #output: Float64Array;
  readonly #powers: Float64Array;
  /** Each band's first, highest and last line of the spectrum. */
  readonly #edges: number[];
  readonly #kept = new Float32Array(most * width);
  #count = 0;
  #seen = 0;
  #stride = 1;

  constructor(rate: number, channels: number) {
    this.#rate = rate;
    this.#channels = channels;
    const length = lengthFor(rate);
    this.#fft = new FFT(length);
    this.#window = Float64Array.from(
      { length },
      (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / length),
    );
    this.#input = new Float64Array(length);
    this.#output = new Float64Array(length * 2);
    this.#powers = new Float64Array(length / 2);
    const [from, to] = [melOf(lowest), melOf(highest)];
    this.#edges = Array.from({ length: bandCount + 2 }, (_, at) => {
      const hertz = hertzOf(from + ((to - from) * at) / (bandCount + 1));
      return (hertz / rate) * length;
    });
  }

  /** Interleaved samples of 16 bits; only the last call may have an incomplete window. @param fullScale their 1 */
  add(samples: Int16Array, fullScale: number): void {
    const step = this.#input.length * this.#channels;
    for (let from = 0; from < samples.length; from += step) {
      // A rest of less than half a window counts only when there is nothing else.
      if (samples.length - from < step / 2 && this.#seen > 0) return;
      if (this.#seen++ % this.#stride === 0) this.#hear(samples.subarray(from, from + step), fullScale);
    }
  }

  #hear(samples: Int16Array, fullScale: number): void {
    const input = this.#input;
    const channels = this.#channels;
    const scale = 1 / (fullScale * channels);
    let power = 0;
    for (let at = 0, from = 0; at < input.length; at++) {
      let sum = 0;
      for (let channel = 0; channel < channels; channel++) sum += samples[from++] ?? 0;
      const value = sum * scale;
      power += value * value;
      input[at] = value * this.#window[at]!;
    }
    this.#fft.realTransform(this.#output, input);
    if (this.#count === most) this.#thin();
    const at = this.#count++ * width;
    this.#kept[at] = power / input.length;
    this.#describe(at);
  }

  #describe(at: number): void {
    const powers = this.#powers;
    const output = this.#output;
    const lines = powers.length - 1;
    let [sum, centre, highest] = [0, 0, 0];
    for (let line = 1; line <= lines; line++) {
      const power = output[2 * line]! ** 2 + output[2 * line + 1]! ** 2 + 1e-12;
      powers[line] = power;
      sum += power;
      centre += power * line;
      if (power > highest) highest = power;
    }
    // Faint noise below a tone does not make it less of a tone.
    const floor = highest / 10_000;
    let logs = 0;
    for (let line = 1; line <= lines; line++) logs += Math.log(powers[line]! + floor);
    this.#kept[at + 1] = ((centre / sum) * this.#rate) / this.#input.length;
    this.#kept[at + 2] = Math.exp(logs / lines) / (sum / lines + floor);
    for (let band = 0; band < bandCount; band++) this.#kept[at + 3 + band] = this.#bandPower(band);
  }

  /** The power below a triangle over the band and half of its neighbours. */
  #bandPower(band: number): number {
    const [from, top, to] = [this.#edges[band]!, this.#edges[band + 1]!, this.#edges[band + 2]!];
    let power = 0;
    let weights = 0;
    const last = Math.min(Math.ceil(to), this.#powers.length);
    for (let line = Math.max(1, Math.floor(from)); line < last; line++) {
      const weight = Math.max(0, line < top ? (line - from) / (top - from) : (to - line) / (to - top));
      power += weight * this.#powers[line]!;
      weights += weight;
    }
    // A band narrower than the lines takes its nearest one.
    const nearest = Math.min(Math.max(1, Math.round(top)), this.#powers.length - 1);
    return weights > 0.5 ? power / weights : this.#powers[nearest]!;
  }

  #thin(): void {
    for (let at = 0; at < most / 2; at++)
      this.#kept.copyWithin(at * width, 2 * at * width, (2 * at + 1) * width);
    this.#count = most / 2;
    this.#stride *= 2;
  }

  frames(): SpectrumFrame[] {
    return Array.from({ length: this.#count }, (_, at) => {
      const [power = 0, centroid = 0, flatness = 0] = this.#kept.subarray(at * width, at * width + 3);
      return { power, centroid, flatness, bands: this.#kept.subarray(at * width + 3, (at + 1) * width) };
    });
  }
}
