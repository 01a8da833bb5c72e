import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** Files of the packages' typefaces, and the weights that are kept of a variable one. */
const files = [
  { file: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', weights: { min: 400, max: 700 } },
  { file: '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2', weights: null },
];

const range = (from: number, to: number): string =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at));

/** ASCII and Latin-1, and the signs of our own texts; others are drawn with a typeface of the system. */
const signs = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”•…€™−≈≤≥←→↑↓Œœ`;

/** Builds the site with typefaces of half their size, which delay the first paint less. */
export const fonts: Plugin = {
  name: 'smaller-fonts',
  async config() {
    const folder = fileURLToPath(new URL('../node_modules/.cache/fonts', import.meta.url));
    mkdirSync(folder, { recursive: true });
    const alias = await Promise.all(
      files.map(async ({ file, weights }) => {
        const whole = readFileSync(fileURLToPath(import.meta.resolve(file)));
        const variationAxes = weights ? { wght: weights } : undefined;
        const replacement = join(folder, basename(file));
        writeFileSync(replacement, await subsetFont(whole, signs, { targetFormat: 'woff2', variationAxes }));
        // With what follows the name, such as `?url`.
        return { find: new RegExp(`^${file}`), replacement };
      }),
    );
    return { resolve: { alias } };
  },
};
