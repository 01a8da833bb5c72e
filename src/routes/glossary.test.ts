import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ticked = (cell = '') => Array.from(cell.matchAll(/`([^`]+)`/g), ([, text]) => text!);

const rows = readFileSync('docs/glossary.md', 'utf8')
  .split('## One word for a thing')[1]!
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| The word'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, word, never, except]) => ({ word: word!, never: ticked(never), except: ticked(except) }));

const texts = globSync('src/**/*.{ts,tsx}')
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .flatMap((path) => {
    const code = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    const quoted = code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g);
    const shown = code.matchAll(/>([^<>{}=;()]+)[<{]/g);
    return [...quoted, ...shown].map((found) => ({
      path,
      text: (found[1] ?? found[2] ?? found[3] ?? '').replace(/\s+/g, ' ').trim(),
    }));
  });

/** A sentence or a label, not a key, a class or a query. */
const isShown = (text: string, word: string) =>
  (/ /.test(text) || (text === word && /^[A-ZÀ-Ú]/.test(text))) &&
  /[A-Za-zÀ-ú]{2}/.test(text) &&
  !/\b(select|from|where|set)\b|=>|\bimport\b|[a-z]-\[|\$\{/.test(text);

it.each(rows)('“$word” has no other name', ({ word, never, except }) => {
  expect(never.length, word).toBeGreaterThan(0);
  const others = never.flatMap((other) => {
    const isOther = new RegExp(`(?<![\\p{L}\\d_])${other}(?![\\p{L}\\d_])`, 'u');
    return texts.filter(({ path, text }) => {
      const said = except.reduce((rest, allowed) => rest.replace(allowed, ''), text);
      return isShown(text, other) && !except.includes(path) && isOther.test(said);
    });
  });
  expect(others).toEqual([]);
});

it('reads the texts', () => {
  expect(rows.length).toBeGreaterThan(5);
  expect(texts.length).toBeGreaterThan(2000);
});
