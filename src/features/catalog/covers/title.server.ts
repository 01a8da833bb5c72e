import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';

interface Place {
  x: number;
  y: number;
  width: number;
  /** Lines at most. A longer title ends with an ellipsis. */
  most: number;
}

/** Sizes of the letters, largest first. The first one that the title fits at is taken. */
const smallest = 62;
const sizes = [104, 88, 74, smallest];
let face: Font | undefined;

export const titleFace = '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2';

/** The display face. Its library loads with the first title: most processes draw none. */
async function readFace(): Promise<Font> {
  const { create } = await import('fontkit');
  // cast: a file of one face is a font, not a collection
  return create(readFileSync(fileURLToPath(import.meta.resolve(titleFace)))) as Font;
}

interface Outlines {
  /** For an SVG path. */
  path: string;
  /** Where its last line ends. */
  bottom: number;
}

export type SetTitle = (title: string, place: Place) => Outlines;

/**
 * Sets titles as outlines, because the machine that draws may have no fonts. Characters that the face lacks are left
 * out.
 */
export async function openTitles(): Promise<SetTitle> {
  face ??= await readFace();
  const font = face;
  return (title, place) => titleOutlines(font, title, place);
}

function titleOutlines(font: Font, title: string, place: Place): Outlines {
  const known = Array.from(title.slice(0, 200).normalize('NFC')).filter((char) =>
    font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0),
  );
  const words = known
    .join('')
    .replaceAll(/(nº) /giu, '$1\u00a0')
    .split(/[^\S\u00a0]+/)
    .filter(Boolean);
  const size = sizes.find((one) => fits(font, words, place.width / one, place.most)) ?? smallest;
  const width = place.width / size;
  const lines = broken(font, words, width);
  const shown = lines
    .slice(0, place.most)
    .map((line, at) =>
      fitted(font, at === place.most - 1 && lines.length > place.most ? `${line}…` : line, width),
    );
  const path = shown.map((line, at) =>
    outline(font, line, size, place.x, place.y + size * (0.78 + at * 1.04)),
  );
  return { path: path.join(''), bottom: place.y + size * shown.length * 1.04 };
}

/** @param width in em */
function fits(font: Font, words: readonly string[], width: number, most: number): boolean {
  const lines = broken(font, words, width);
  return lines.length <= most && lines.every((line) => widthOf(font, line) <= width);
}

/** The title in lines of at most `width` em where words allow it. */
function broken(font: Font, words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(font, `${last} ${word}`) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A line that is too wide, cut with an ellipsis. */
function fitted(font: Font, line: string, width: number): string {
  let text = line;
  while (text.length > 1 && widthOf(font, text) > width) text = `${text.replace(/…$/, '').slice(0, -1)}…`;
  return text;
}

/** Width in em. */
const widthOf = (font: Font, text: string): number => font.layout(text).advanceWidth / font.unitsPerEm;

function outline(font: Font, text: string, size: number, left: number, baseline: number): string {
  const scale = size / font.unitsPerEm;
  const run = font.layout(text);
  let x = left;
  return run.glyphs
    .map((glyph, i) => {
      const path = glyph.path.scale(scale, -scale).translate(x, baseline).toSVG();
      x += (run.positions[i]?.xAdvance ?? 0) * scale;
      return path;
    })
    .join('');
}
