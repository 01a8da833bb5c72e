import { expect, it } from 'vitest';
import { linksIn } from './links.ts';

it.each([
  ['https://a.test/x', ['https://a.test/x']],
  ['a.test/x?y=1', ['https://a.test/x?y=1']],
  [' <https://a.test/x> ', ['https://a.test/x']],
  ['Pasta: a.test/x, e https://b.test/y.', ['https://a.test/x', 'https://b.test/y']],
  ['<iframe src="https://a.test/embed/x" width="560">', ['https://a.test/embed/x']],
  ['(rádio.com.br/capa.png)', ['https://rádio.com.br/capa.png']],
  ['“https://a.test/x”', ['https://a.test/x']],
  ['[Trilhas](https://a.test/x)', ['https://a.test/x']],
  ['https://www.google.com/url?q=https://a.test/x%3Fy%3D1&sa=D&source=editors', ['https://a.test/x?y=1']],
  ['https://www.google.com/url?q=javascript:x', ['https://www.google.com/url?q=javascript:x']],
  ['https://b.test/url?q=https://a.test/x', ['https://b.test/url?q=https://a.test/x']],
  ['a.test', []],
  ["javascript:alert('https://a.test/x')", []],
  ['user@a.test/x', []],
  ['', []],
])('S11: %j holds the links %j', (typed, links) => {
  expect(linksIn(typed)).toEqual(links);
});
