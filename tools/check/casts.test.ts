import { expect, it } from 'vitest';
import { checkCasts } from './casts.ts';
import { readSource } from './sources.ts';

const found = (path: string, text: string) => checkCasts([readSource(path, text)]).length;
const silent = 'const user = row as unknown as User;';

it('a cast through unknown or to never says why, in the line above', () => {
  expect(found('src/a.ts', silent)).toBe(1);
  expect(found('src/a.ts', 'call(input as never);')).toBe(1);
  expect(found('src/a.ts', `// cast: the library's types lack it\n${silent}`)).toBe(0);
});

it('tests may cast, and a plain cast is no finding', () => {
  expect(found('src/a.test.ts', silent)).toBe(0);
  expect(found('src/a.ts', 'const user = row as User;')).toBe(0);
});
