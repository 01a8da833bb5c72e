import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const display = '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2';

/** The style sheet's files, the weights kept of a variable one, and `whole`: the file that one with fewer letters is cut from. */
const files = [
  { file: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', weights: { min: 400, max: 700 } },
  { file: display },
  { file: display.replace('normal', 'titles'), whole: display },
];

const styles = readFileSync(new URL('../src/ui/fonts.css', import.meta.url), 'utf8');

/** Combining marks are a sixth of Inter: a letter and its accent are drawn as the one letter that the typeface has. */
const isMark = (code: number): boolean => code >= 0x300 && code <= 0x36f;

/** What browsers turn on by themselves, and figures of one width (`tabular-nums`): alternate letters stay out. */
const keepFeatures = 'rvrn ccmp locl rlig liga clig calt kern mark mkmk tnum'.split(' ');
// Its types do not know `keepFeatures` yet.
const format = { targetFormat: 'woff2', keepFeatures } as const;

/** Whether the style sheet's `unicode-range` of a file has a character. @throws when there is none */
function inRangeOf(file: string): (code: number) => boolean {
  const [, list] = new RegExp(`${file}[^}]*unicode-range:([^;]+);`).exec(styles) ?? [];
  if (!list) throw new Error(`fonts.css has no unicode-range for ${file}`);
  const ranges = Array.from(list.matchAll(/U\+(\w+)-?(\w*)/g), ([, from = '', to]) => [from, to || from]);
  const spans = ranges.map((range) => range.map((hex) => Number.parseInt(hex, 16)));
  return (code) => spans.some(([from = 0, to = 0]) => code >= from && code <= to);
}

/** The characters of a typeface that are kept, without combining marks. */
function charactersOf(font: Buffer, isKept: (code: number) => boolean): string {
  const opened = create(font);
  if (!('characterSet' in opened)) throw new Error('a collection of typefaces');
  return String.fromCodePoint(...opened.characterSet.filter((code) => isKept(code) && !isMark(code)));
}

/** Builds the site with typefaces a third smaller, which delay the first paint less. */
export const fonts: Plugin = {
  name: 'smaller-fonts',
  async config() {
    const folder = fileURLToPath(new URL('../node_modules/.cache/fonts', import.meta.url));
    mkdirSync(folder, { recursive: true });
    const alias = await Promise.all(
      files.map(async ({ file, whole, weights }) => {
        const font = readFileSync(fileURLToPath(import.meta.resolve(whole ?? file)));
        const letters = charactersOf(font, whole ? inRangeOf(file) : () => true);
        const variationAxes = weights ? { wght: weights } : undefined;
        const replacement = join(folder, basename(file));
        const smaller = await subsetFont(font, letters, { ...format, variationAxes });
        writeFileSync(replacement, smaller);
        // With what follows the name, such as `?url`.
        return { find: new RegExp(`^${file}`), replacement };
      }),
    );
    return { resolve: { alias } };
  },
};
