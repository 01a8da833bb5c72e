import { elementAt } from '#platform/elements.ts';
import { factsOfKind } from './kinds.ts';
/** Input of a drawn cover; equal input draws the same picture. */
export interface CoverInput {
  title: string;
  kind: string;
  /** Waveform peaks of 0 to 255, any number; empty before the audio is stored. */
  peaks: Uint8Array;
}

const size = 800;
const centre = size / 2;

/** Draws a package's cover from its sound as SVG, 800 by 800, without text. */
export function drawCover({ title, kind, peaks }: CoverInput): string {
  const random = seeded(`${kind}\n${title}`);
  const facts = factsOfKind(kind);
  const hue = (facts?.coverHue ?? 220) + (random() - 0.5) * 26;
  const wave = resample(peaks.length > 0 ? peaks : inventedPeaks(random), 96);
  const draw = drawings[facts?.coverArt ?? 'ridges'];
  const tilt = Math.round(random() * 360);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">
<defs>
<linearGradient id="b" gradientTransform="rotate(${tilt % 90})"><stop offset="0" stop-color="${colour(hue, 45, 13)}"/><stop offset="1" stop-color="${colour(hue + 14, 58, 27)}"/></linearGradient>
<radialGradient id="g"><stop offset="0" stop-color="${colour(hue + 12, 90, 62)}" stop-opacity=".55"/><stop offset="1" stop-color="${colour(hue, 80, 50)}" stop-opacity="0"/></radialGradient>
</defs>
<rect width="${size}" height="${size}" fill="url(#b)"/>
<circle cx="${Math.round(size * (0.2 + random() * 0.6))}" cy="${Math.round(size * (0.15 + random() * 0.5))}" r="520" fill="url(#g)"/>
${draw(wave, hue, random)}
</svg>`;
}

type Draw = (wave: number[], hue: number, random: () => number) => string;

/** A record whose groove is the waveform: bars around a disc. */
const drawRecord: Draw = (wave, hue, random) => {
  const inner = 130 + random() * 50;
  const turn = random() * Math.PI * 2;
  const bars = wave.map((peak, i) => {
    const angle = turn + (i / wave.length) * Math.PI * 2;
    const outer = inner + 18 + peak * 190;
    return line(
      [centre + Math.cos(angle) * inner, centre + Math.sin(angle) * inner],
      [centre + Math.cos(angle) * outer, centre + Math.sin(angle) * outer],
      colour(hue + peak * 40, 85, 58 + peak * 22),
      9,
    );
  });
  const rings = [inner - 26, inner - 52, 340, 362].map(
    (r) =>
      `<circle cx="${centre}" cy="${centre}" r="${r.toFixed(1)}" fill="none" stroke="${colour(hue, 60, 80)}" stroke-opacity=".16" stroke-width="3"/>`,
  );
  return `${rings.join('')}${bars.join('')}<circle cx="${centre}" cy="${centre}" r="${(inner - 78).toFixed(1)}" fill="${colour(38, 100, 56)}"/>`;
};

/** One hit: the mirrored waveform, cut by slanting light. */
const drawImpact: Draw = (wave, hue, random) => {
  const step = size / 48;
  const bars = resample(
    Uint8Array.from(wave, (peak) => peak * 255),
    46,
  ).map((peak, i) => {
    const x = (i + 1.5) * step;
    const height = 14 + peak * 270;
    return line(
      [x, centre - height],
      [x, centre + height],
      colour(hue + (i - 23) * 0.8, 75, 50 + peak * 26),
      step * 0.56,
    );
  });
  const x = 120 + random() * 420;
  const slab = `<polygon points="${x},0 ${x + 170},0 ${x - 130},${size} ${x - 300},${size}" fill="${colour(hue, 80, 80)}" fill-opacity=".09"/>`;
  return slab + bars.join('');
};

/** A transmitter: arcs that leave a warm point. */
const drawSignal: Draw = (wave, hue, random) => {
  const [x, y] = [150 + random() * 120, size - 150 - random() * 120];
  const arcs = resample(
    Uint8Array.from(wave, (peak) => peak * 255),
    13,
  ).map((peak, i) => {
    const r = 95 + i * 52;
    const half = 0.25 + peak * 0.62;
    const from = [x + Math.cos(-Math.PI / 4 - half) * r, y + Math.sin(-Math.PI / 4 - half) * r] as const;
    const to = [x + Math.cos(-Math.PI / 4 + half) * r, y + Math.sin(-Math.PI / 4 + half) * r] as const;
    return `<path d="M${point(from)}A${r} ${r} 0 0 1 ${point(to)}" fill="none" stroke="${colour(hue + i * 1.4, 92, 68 - i)}" stroke-width="${(14 + peak * 14).toFixed(1)}" stroke-linecap="round" stroke-opacity="${(1 - i * 0.05).toFixed(2)}"/>`;
  });
  return `${arcs.join('')}<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="44" fill="${colour(38, 100, 58)}"/>`;
};

/** Layered hills, one per line of speech. */
const drawRidges: Draw = (wave, hue) => {
  const rows = Array.from({ length: 11 }, (_, row) => {
    const base = 190 + row * 52;
    const points = wave.slice(0, 64).map((_, i) => {
      const envelope = Math.sin((i / 63) * Math.PI) ** 2;
      const peak = elementAt(wave, (i + row * 9) % wave.length);
      return `${(70 + (i / 63) * 660).toFixed(1)},${(base - peak * envelope * 120).toFixed(1)}`;
    });
    return `<polyline points="${points.join(' ')}" fill="${colour(hue, 45, 14)}" stroke="${colour(hue + row * 3, 80, 72)}" stroke-width="5" stroke-linejoin="round"/>`;
  });
  return rows.join('');
};

const point = ([x, y]: readonly [number, number]): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

const line = (
  from: readonly [number, number],
  to: readonly [number, number],
  stroke: string,
  width: number,
): string =>
  `<path d="M${point(from)}L${point(to)}" stroke="${stroke}" stroke-width="${width.toFixed(1)}" stroke-linecap="round"/>`;

const colour = (hue: number, saturation: number, light: number): string =>
  `hsl(${Math.round((hue + 360) % 360)},${saturation}%,${Math.round(light)}%)`;

/** Peaks as `count` values of 0 to 1, each the maximum of its slice. */
function resample(peaks: Uint8Array, count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((i + 1) * peaks.length) / count));
    return Math.max(...peaks.subarray(from, to)) / 255;
  });
}

const inventedPeaks = (random: () => number): Uint8Array =>
  Uint8Array.from({ length: 96 }, (_, i) => 40 + 200 * random() * Math.sin((i / 95) * Math.PI));

/** Pseudo-random numbers of 0 to 1 seeded by a text (FNV-1a, then mulberry32). */
function seeded(text: string): () => number {
  let state = 2166136261;
  for (const char of text) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const drawings = { record: drawRecord, impact: drawImpact, signal: drawSignal, ridges: drawRidges };
