import { type Kind, kindFacts } from '../kinds.ts';
import { arts } from './art.ts';
import { seeded } from './cover.server.ts';
import { coverSize, dark, tint } from './palette.ts';
import type { SetTitle } from './title.server.ts';

/** Pixels of a picture for sharing (Open Graph). */
const [width, height] = [1200, 630];

/** The hue and composition of what belongs to no kind. */
const house = { coverHue: 220, coverArts: ['signal'] } as const;

/** Draws the picture of a shared address as SVG: a composition of its kind, the title, and the site's name. */
export function drawShare(title: string, kind: Kind | null, siteName: string, setTitle: SetTitle): string {
  const { coverHue: hue, coverArts } = kind ? kindFacts[kind] : house;
  const random = seeded(title);
  const wave = Array.from({ length: 96 }, (_, at) => 0.2 + 0.75 * random() * Math.sin((at / 95) * Math.PI));
  const words = setTitle(title, { x: 72, y: 190, width: 640, most: 3 });
  const name = setTitle(siteName, { x: 0, y: 0, width: 1000, most: 1 });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<defs>
<linearGradient id="b"><stop offset="0" stop-color="${dark(hue)}"/><stop offset="1" stop-color="${tint(hue, 58, 27)}"/></linearGradient>
<radialGradient id="g"><stop offset="0" stop-color="${tint(hue + 40, 90, 62)}" stop-opacity=".5"/><stop offset="1" stop-color="${tint(hue, 80, 50)}" stop-opacity="0"/></radialGradient>
<linearGradient id="s"><stop offset=".4" stop-color="${dark(hue)}"/><stop offset=".85" stop-color="${dark(hue)}" stop-opacity="0"/></linearGradient>
</defs>
<rect width="${width}" height="${height}" fill="url(#b)"/>
<circle cx="940" cy="330" r="420" fill="url(#g)"/>
<g transform="translate(${width - height + 100} 0) scale(${height / coverSize})">${arts[coverArts[0]].draw(wave, { hue, far: hue + 40 }, random)}</g>
<rect width="${width}" height="${height}" fill="url(#s)"/>
<path d="${name.path}" fill="#ffb020" transform="translate(74 76) scale(.42)"/>
<path d="${words.path}" fill="#fff"/>
</svg>`;
}
