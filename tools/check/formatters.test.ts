import { expect, it } from 'vitest';
import { checkFormatters } from './formatters.ts';
import { readSource } from './sources.ts';

it.each([
  ["const names = { short: new Intl.DateTimeFormat('pt-BR') };", ['src/a.ts:2: new Intl.DateTimeFormat']],
  ["const names = lazily(() => new Intl.DateTimeFormat('pt-BR'));", []],
  ["const names = lazily(\n  () =>\n    new Intl.DateTimeFormat('pt-BR'),\n);", []],
])('%s', (line, findings) => {
  const found = checkFormatters([readSource('src/a.ts', `\n${line}\n`)]);
  expect(found.map((finding) => finding.split(' without')[0])).toEqual(findings);
});
