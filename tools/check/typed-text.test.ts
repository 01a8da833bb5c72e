import { expect, it } from 'vitest';
import { readSource } from './sources.ts';
import { checkTypedText } from './typed-text.ts';

it.each([
  ['const q = z.string().trim().max(3);', 1],
  ["const q = z\n  .string({ error: 'x' })\n  .trim();", 1],
  ['const q = typedLine().max(3);', 0],
  ['const id = z.string().max(3);', 0],
])('%j has %d findings', (line, findings) => {
  expect(checkTypedText([readSource('src/features/a/model.ts', line)])).toHaveLength(findings);
});
