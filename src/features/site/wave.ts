import { barHeights, decodePeaks, restingHeights } from '#ui/peaks.ts';
import { sampleSeconds } from './sample.ts';

/** Heights of 0 to 1, one per bar. */
export type Wave = number[];

/** The sample's part of a track's waveform, in `bars` bars. @param peaks base64 of the track's peaks */
export function sampleWave(peaks: string | null, durationMs: number | null, bars: number): Wave {
  const all = decodePeaks(peaks);
  if (!all) return restingHeights(bars);
  const share = durationMs ? Math.min(1, (sampleSeconds * 1000) / durationMs) : 1;
  return barHeights(all.subarray(0, Math.max(1, Math.round(all.length * share))), bars);
}

/** A deterministic waveform from a text: syllables that swell and fall. */
export function drawnWave(words: string, bars: number): Wave {
  let seed = [...words].reduce(
    (hash, char) => Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193),
    0x811c9dc5,
  );
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    return (seed >>> 8) / 0x1000000;
  };
  const wave: Wave = [];
  while (wave.length < bars) {
    const length = 5 + Math.floor(random() * 9);
    const loudness = 0.35 + random() * 0.65;
    for (let i = 0; i < length; i++) {
      const swell = Math.sin(((i + 0.6) / (length + 0.2)) * Math.PI);
      wave.push(Math.round(Math.max(0.06, swell * loudness * (0.6 + random() * 0.4)) * 100) / 100);
    }
    if (random() > 0.72) wave.push(0.05, 0.04);
  }
  return wave.slice(0, bars);
}
