import { CueMeter } from './cue-meter.ts';
import { estimateCues } from './cues.ts';
import { analysisLevels, type SoundFacts, unmeasured } from './model.ts';
import { OnsetMeter } from './onset-meter.ts';
import { PeakMeter } from './peak-meter.ts';
import { estimateTempo } from './tempo.ts';
import { describeTimbre } from './timbre.ts';
import { TimbreMeter } from './timbre-meter.ts';
import { TruePeakMeter } from './true-peak-meter.ts';

/** ffmpeg attenuates by 12 dB, so that peaks above full scale are not clipped; higher ones are reported as that. */
export const headroom = 4;
/** The sample value of full scale. */
const fullScale = 32_768 / headroom;
const channels = 2;
/** Samples a second, enough to detect beats. */
const beatRate = 11_025;
const atOnce = 2048;

/** Measures a stereo sound from ffmpeg (16 bits, interleaved, chunked anywhere). */
export class SoundMeter {
  readonly #rate: number;
  /** Samples averaged into one, to reach about 11,025 a second. */
  readonly #group: number;
  readonly #samples: Int16Array;
  readonly #bytes: Uint8Array;
  readonly #peaks = new PeakMeter();
  readonly #truePeak = new TruePeakMeter(channels);
  readonly #onsets: OnsetMeter;
  readonly #cues: CueMeter;
  readonly #timbre: TimbreMeter;
  /** Buffered bytes, and samples processed. */
  #waiting = 0;
  #heard = 0;
  readonly #tops = new Float32Array(atOnce);
  readonly #means = new Float32Array(atOnce);

  /** @param rate samples a second of each channel */
  constructor(rate: number) {
    const together = Math.max(1, Math.round(rate / beatRate));
    this.#rate = rate;
    this.#group = together * channels;
    this.#samples = new Int16Array(this.#group * atOnce);
    this.#bytes = new Uint8Array(this.#samples.buffer);
    this.#onsets = new OnsetMeter(rate / together);
    this.#cues = new CueMeter(rate / together);
    this.#timbre = new TimbreMeter(rate, channels);
  }

  get isSomething(): boolean {
    return this.#heard + this.#waiting > 0;
  }

  add(chunk: Buffer): void {
    const bytes = this.#bytes;
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + bytes.length - this.#waiting);
      bytes.set(part, this.#waiting);
      this.#waiting += part.length;
      at += part.length;
      if (this.#waiting === bytes.length) this.#hear();
    }
  }

  #hear(): void {
    const group = this.#group;
    const samples = this.#samples;
    const length = Math.floor(this.#waiting / 2 / channels) * channels;
    const tops = this.#tops;
    const means = this.#means;
    let count = 0;
    for (let from = 0; from < length; from += group) {
      const to = Math.min(length, from + group);
      let top = 0;
      let sum = 0;
      for (let at = from; at < to; at++) {
        // biome-ignore lint/style/noNonNullAssertion: a hot loop within the bounds of its samples
        const sample = samples[at]!;
        const level = Math.abs(sample);
        if (level > top) top = level;
        sum += sample;
      }
      tops[count] = top / fullScale;
      means[count++] = sum / (to - from) / fullScale;
    }
    this.#peaks.add(tops.subarray(0, count));
    this.#onsets.add(means.subarray(0, count));
    this.#cues.add(tops.subarray(0, count), means.subarray(0, count));
    this.#truePeak.add(samples.subarray(0, length));
    this.#timbre.add(samples.subarray(0, length), fullScale);
    this.#heard += length;
    this.#waiting = 0;
  }

  /** The facts; call once at the end. @param loudnessLufs as ebur128 measures it */
  facts(loudnessLufs: number | null): SoundFacts {
    this.#hear();
    const analysis = analysisLevels.whole;
    if (this.#heard === 0) return { ...unmeasured, analysis };
    const found = this.#onsets.draw();
    const tempo = estimateTempo(found, this.#onsets.rate);
    const highest = this.#truePeak.highest / fullScale;
    const seconds = this.#heard / channels / this.#rate;
    const durationMs = Math.round(seconds * 1000);
    const facts = { loudnessLufs, tempoBpm: tempo === null ? null : inTenths(tempo) };
    return {
      ...unmeasured,
      ...facts,
      analysis,
      durationMs,
      truePeakDb: highest > 0 ? inTenths(20 * Math.log10(highest)) : null,
      peaks: this.#peaks.draw(),
      // The meter counts whole groups of samples: the last one may reach beyond the end.
      cues: estimateCues({ ...this.#cues.draw(), lengthMs: durationMs }),
      timbre: describeTimbre({
        ...facts,
        frames: this.#timbre.frames(),
        onsets: found,
        onsetRate: this.#onsets.rate,
        seconds,
      }),
    };
  }
}

const inTenths = (value: number): number => Math.round(value * 10) / 10;
