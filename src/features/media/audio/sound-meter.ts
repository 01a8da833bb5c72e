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
/** Samples a second, enough to detect beats. */
const beatRate = 11_025;
const atOnce = 2048;

/** The meters, created once channels and rate are known. */
interface Ears {
  channels: number;
  rate: number;
  /** Samples averaged into one, to reach about 11,025 a second. */
  group: number;
  peaks: PeakMeter;
  truePeak: TruePeakMeter;
  onsets: OnsetMeter;
  cues: CueMeter;
  timbre: TimbreMeter;
  samples: Int16Array;
  bytes: Uint8Array;
}

/** Measures a WAV stream from ffmpeg (16 bits, any number of channels, chunked anywhere). */
export class SoundMeter {
  #head: Buffer = Buffer.alloc(0);
  #ears: Ears | null = null;
  /** Buffered bytes, and samples processed. */
  #waiting = 0;
  #heard = 0;
  readonly #tops = new Float32Array(atOnce);
  readonly #means = new Float32Array(atOnce);

  get isSomething(): boolean {
    return this.#heard + this.#waiting > 0;
  }

  add(chunk: Buffer): void {
    let at = 0;
    if (!this.#ears) {
      this.#head = Buffer.concat([this.#head, chunk]);
      const found = readHead(this.#head);
      if (!found) return;
      this.#ears = openEars(found);
      at = found.length - (this.#head.length - chunk.length);
    }
    const { bytes } = this.#ears;
    while (at < chunk.length) {
      const part = chunk.subarray(at, at + bytes.length - this.#waiting);
      bytes.set(part, this.#waiting);
      this.#waiting += part.length;
      at += part.length;
      if (this.#waiting === bytes.length) this.#hear(this.#ears);
    }
  }

  #hear({ channels, group, samples, peaks, truePeak, onsets, cues, timbre }: Ears): void {
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
    peaks.add(tops.subarray(0, count));
    onsets.add(means.subarray(0, count));
    cues.add(tops.subarray(0, count), means.subarray(0, count));
    truePeak.add(samples.subarray(0, length));
    timbre.add(samples.subarray(0, length), fullScale);
    this.#heard += length;
    this.#waiting = 0;
  }

  /** The facts, using ffmpeg's report for loudness; call once at the end. */
  facts(report: string): SoundFacts {
    const ears = this.#ears;
    const loudnessLufs = readLoudness(report);
    const analysis = analysisLevels.whole;
    if (!ears) return { ...unmeasured, analysis, loudnessLufs };
    this.#hear(ears);
    const { channels, rate, onsets, cues, truePeak, peaks, timbre } = ears;
    const found = onsets.draw();
    const tempo = estimateTempo(found, onsets.rate);
    const highest = truePeak.highest / fullScale;
    const seconds = this.#heard / channels / rate;
    const durationMs = Math.round(seconds * 1000);
    const facts = { loudnessLufs, tempoBpm: tempo === null ? null : inTenths(tempo) };
    return {
      ...unmeasured,
      ...facts,
      analysis,
      durationMs: this.#heard > 0 ? durationMs : null,
      truePeakDb: highest > 0 ? inTenths(20 * Math.log10(highest)) : null,
      peaks: peaks.draw(),
      // The meter counts whole groups of samples: the last one may reach beyond the end.
      cues: estimateCues({ ...cues.draw(), lengthMs: durationMs }),
      timbre: describeTimbre({
        ...facts,
        frames: timbre.frames(),
        onsets: found,
        onsetRate: onsets.rate,
        seconds,
      }),
    };
  }
}

const inTenths = (value: number): number => Math.round(value * 10) / 10;

function openEars({ channels, rate }: { channels: number; rate: number }): Ears {
  const together = Math.max(1, Math.round(rate / beatRate));
  const group = together * channels;
  const samples = new Int16Array(group * atOnce);
  return {
    channels,
    rate,
    group,
    samples,
    bytes: new Uint8Array(samples.buffer),
    peaks: new PeakMeter(),
    truePeak: new TruePeakMeter(channels),
    onsets: new OnsetMeter(rate / together),
    cues: new CueMeter(rate / together),
    timbre: new TimbreMeter(rate, channels),
  };
}

/** Parses a WAV header: channels, sample rate and header length; null while incomplete. */
function readHead(bytes: Buffer): { channels: number; rate: number; length: number } | null {
  let format = { channels: 0, rate: 0 };
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    if (name === 'data') return format.channels > 0 ? { ...format, length: at + 8 } : null;
    if (name === 'fmt ' && at + 16 <= bytes.length)
      format = { channels: bytes.readUInt16LE(at + 10), rate: bytes.readUInt32LE(at + 12) };
    at += 8 + bytes.readUInt32LE(at + 4);
  }
  return null;
}

/** The integrated loudness of ebur128's report; null at −70 LUFS, the end of its scale: too short or too quiet. */
export function readLoudness(report: string): number | null {
  const summary = report.slice(report.lastIndexOf('Summary:'));
  const lufs = Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1] ?? Number.NaN);
  return Number.isFinite(lufs) && lufs > -70 ? lufs : null;
}

/** The part of ffmpeg's report about one of several sounds measured together. */
export function reportOf(report: string, number: number): string {
  const parts = report.split(/(?=\[ebur128@s\d+ @ [^\]]*\] Summary:)/);
  return parts.find((part) => part.startsWith(`[ebur128@s${number} `)) ?? '';
}
