import { elementAt } from '#platform/elements.ts';
import { factsOfKind } from '../kinds.ts';
import { type Art, arts, type CoverArt } from './art.ts';
import { coverSize, dark, mid, type Palette, resample, tint } from './palette.ts';
import type { SetTitle } from './title.server.ts';

/** Input of a drawn cover; equal input draws the same picture. */
export interface CoverInput {
  title: string;
  kind: string;
  /** Its number within its category: consecutive ones get other compositions and hues. */
  place: number;
  /** Waveform peaks of 0 to 255, any number; empty before the audio is stored. */
  peaks: Uint8Array;
}

/** How far a family's hues lie from its middle: its outer ones are 60° apart. */
const hueSteps = [-30, -10, 10, 30];
const grounds = ['deep', 'vivid', 'split'] as const;

/**
 * Composition and hue of a cover. In a list in the order of the places, the covers beside, above and below it have
 * another composition or another hue.
 */
export function styleOf(kind: string, place: number): { art: CoverArt; hue: number } {
  const { coverArts, coverHue } = factsOfKind(kind) ?? unknownKind;
  const step = place + 2 * Math.floor(place / coverArts.length);
  return {
    art: elementAt(coverArts, place % coverArts.length),
    hue: coverHue + elementAt(hueSteps, step % hueSteps.length),
  };
}

const unknownKind = { coverHue: 220, coverArts: ['ridges', 'tape', 'contours', 'dots', 'strings'] } as const;

/** Draws a package's cover from its title and its sound as SVG, 800 by 800. */
export function drawCover({ title, kind, place, peaks }: CoverInput, setTitle: SetTitle): string {
  const random = seeded(`${kind}\n${title}`);
  const pick = <T>(list: readonly T[]): T => elementAt(list, Math.floor(random() * list.length));
  const style = styleOf(kind, place);
  const art: Art = arts[style.art];
  const hue = style.hue + (random() - 0.5) * 8;
  const palette = { hue, far: hue + pick([-40, 40]) };
  const wave = resample(peaks.length > 0 ? peaks : inventedPeaks(random), 96);
  const middle = coverSize / 2;
  const [turn, scale] = [pick([0, 90, 180, 270]), 1 + random() * 0.35];
  const [x, y] = [(random() - 0.5) * 150, (random() - 0.5) * 150 + 60];
  const crop = `translate(${Math.round(x)} ${Math.round(y)}) translate(${middle} ${middle}) scale(${scale.toFixed(2)}) rotate(${art.turns ? turn : 0}) translate(${-middle} ${-middle})`;
  const words = setTitle(title, { x: 52, y: 56, width: 640, most: 3 });
  const shade = Math.min(1, (words.bottom + 120) / coverSize).toFixed(2);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${coverSize} ${coverSize}" width="${coverSize}" height="${coverSize}">
<defs>
<linearGradient id="s" x2="0" y2="1"><stop offset="0" stop-color="${dark(hue)}" stop-opacity=".9"/><stop offset="${(words.bottom / coverSize).toFixed(2)}" stop-color="${dark(hue)}" stop-opacity=".66"/><stop offset="${shade}" stop-color="${dark(hue)}" stop-opacity="0"/></linearGradient>
<linearGradient id="b" gradientTransform="rotate(${Math.round(random() * 90)})"><stop offset="0" stop-color="${dark(hue)}"/><stop offset="1" stop-color="${tint(hue, 58, 27)}"/></linearGradient>
<radialGradient id="g"><stop offset="0" stop-color="${tint(palette.far, 90, 62)}" stop-opacity=".5"/><stop offset="1" stop-color="${tint(hue, 80, 50)}" stop-opacity="0"/></radialGradient>
</defs>
${ground(pick(grounds), palette, random)}
<g transform="${crop}">${art.draw(wave, palette, random)}</g>
<rect width="${coverSize}" height="${coverSize}" fill="url(#s)"/>
<path d="${words.path}" fill="#fff"/>
</svg>`;
}

function ground(name: (typeof grounds)[number], palette: Palette, random: () => number): string {
  const all = `width="${coverSize}" height="${coverSize}"`;
  const glow = `<circle cx="${Math.round(coverSize * (0.2 + random() * 0.6))}" cy="${Math.round(coverSize * (0.3 + random() * 0.5))}" r="520" fill="url(#g)"/>`;
  if (name === 'vivid') return `<rect ${all} fill="${mid(palette.hue)}"/>${glow}`;
  if (name === 'deep') return `<rect ${all} fill="url(#b)"/>${glow}`;
  const cut = 250 + random() * 300;
  const edge = `0,${Math.round(cut)} ${coverSize},${Math.round(coverSize - cut)} ${coverSize},${coverSize} 0,${coverSize}`;
  return `<rect ${all} fill="${dark(palette.hue)}"/><polygon points="${edge}" fill="${mid(palette.far)}"/>`;
}

const inventedPeaks = (random: () => number): Uint8Array =>
  Uint8Array.from({ length: 96 }, (_, i) => 40 + 200 * random() * Math.sin((i / 95) * Math.PI));

/** Pseudo-random numbers of 0 to 1 seeded by a text (FNV-1a, then mulberry32). */
export function seeded(text: string): () => number {
  let state = 2166136261;
  for (const char of text) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
