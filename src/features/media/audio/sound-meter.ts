import { analysisLevels, type SoundFacts } from './model.ts';
import { OnsetMeter } from './onset-meter.ts';
import { PeakMeter } from './peak-meter.ts';
import { estimateTempo } from './tempo.ts';

/** Samples a second that a sound is listened to with. */
export const sampleRate = 11_025;

/** Listens to a sound as ffmpeg hands it over: one channel, 16 bits, little end first, cut anywhere. */
export class SoundMeter {
  readonly #peaks = new PeakMeter();
  readonly #onsets = new OnsetMeter(sampleRate);
  #odd: Buffer = Buffer.alloc(0);

  get samples(): number {
    return this.#peaks.samples;
  }

  add(chunk: Buffer): void {
    const bytes = this.#odd.length > 0 ? Buffer.concat([this.#odd, chunk]) : chunk;
    const samples = new Float32Array(bytes.length >> 1);
    for (let at = 0; at < samples.length; at++) samples[at] = bytes.readInt16LE(2 * at) / 32_768;
    this.#peaks.add(samples);
    this.#onsets.add(samples);
    this.#odd = bytes.subarray(2 * samples.length);
  }

  /** What was heard, with what ffmpeg reports of loudness. */
  facts(report: string): SoundFacts {
    const tempo = estimateTempo(this.#onsets.draw(), this.#onsets.rate);
    return {
      analysis: analysisLevels.whole,
      durationMs: this.samples > 0 ? Math.round((this.samples / sampleRate) * 1000) : null,
      ...readSummary(report),
      tempoBpm: tempo === null ? null : Math.round(tempo * 10) / 10,
      peaks: this.#peaks.draw(),
    };
  }
}

/** The figures at the end of ebur128's report; −70 LUFS is its scale's end: too short or too quiet to be measured. */
export function readSummary(report: string): Pick<SoundFacts, 'loudnessLufs' | 'truePeakDb'> {
  const summary = report.slice(report.lastIndexOf('Summary:'));
  const lufs = Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1] ?? Number.NaN);
  const peak = Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1] ?? Number.NaN);
  return {
    loudnessLufs: Number.isFinite(lufs) && lufs > -70 ? lufs : null,
    truePeakDb: Number.isFinite(peak) ? peak : null,
  };
}

/** The part of ffmpeg's report that is about the sound with this number, when several were measured together. */
export function reportOf(report: string, number: number): string {
  const parts = report.split(/(?=\[ebur128@s\d+ @ [^\]]*\] Summary:)/);
  return parts.find((part) => part.startsWith(`[ebur128@s${number} `)) ?? '';
}
