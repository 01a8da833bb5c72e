import { sampleSeconds } from './sample.ts';

/** A waveform as heights of 0 to 1, one for each bar. */
export type Wave = readonly number[];

/**
 * The part of a track's waveform that its sample plays, in `bars` bars scaled to the loudest one.
 * @param peaks base64 of the track's peaks, each 0 to 255
 */
export function sampleWave(peaks: string | null, durationMs: number | null, bars: number): Wave {
  if (!peaks) return drawnWave('silêncio', bars);
  const all = Array.from(atob(peaks), (char) => char.charCodeAt(0));
  const share = durationMs ? Math.min(1, (sampleSeconds * 1000) / durationMs) : 1;
  return resample(all.slice(0, Math.max(1, Math.round(all.length * share))), bars);
}

/** The loudest peak of each of `bars` slices, the loudest of all becoming 1. */
export function resample(peaks: readonly number[], bars: number): Wave {
  const top = Math.max(1, ...peaks);
  return Array.from({ length: bars }, (_, i) => {
    const from = Math.floor((i / bars) * peaks.length);
    const to = Math.max(from + 1, Math.floor(((i + 1) / bars) * peaks.length));
    return Math.round((Math.max(...peaks.slice(from, to), 0) / top) * 100) / 100;
  });
}

/** A waveform drawn from words: syllables that swell and fall, the same for the same words. */
export function drawnWave(words: string, bars: number): Wave {
  let seed = [...words].reduce(
    (hash, char) => Math.imul(hash ^ char.codePointAt(0)!, 0x01000193),
    0x811c9dc5,
  );
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    return (seed >>> 8) / 0x1000000;
  };
  const wave: number[] = [];
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

/** SVG path of a waveform mirrored about the middle: one stroke for each bar, `step` apart. */
export function wavePath(wave: Wave, height: number, step = 4): string {
  const middle = height / 2;
  return wave
    .map((peak, i) => {
      const half = Math.max(1, peak * (middle - 1));
      return `M${(i + 0.5) * step} ${round(middle - half)}v${round(half * 2)}`;
    })
    .join('');
}

const round = (n: number): number => Math.round(n * 10) / 10;
