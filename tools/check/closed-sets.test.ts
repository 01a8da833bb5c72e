import { expect, it } from 'vitest';
import { checkClosedSets } from './closed-sets.ts';
import { readSource } from './sources.ts';

it.each([
  ["if (plan === 'semester') open();", "'semester' stands outside src/features/plans/plans.ts"],
  ["const all = ['efeitos-sonoros'];", "'efeitos-sonoros' stands outside src/features/catalog/kinds.ts"],
  ["user.role === 'admin'", "'admin' stands outside src/features/accounts/roles.ts"],
])('a member of a closed set stands in its table alone: %s', (text, sentence) => {
  const path = 'src/features/credits/model.ts';
  expect(checkClosedSets([readSource(path, text)])).toEqual([`${path}: ${sentence}`]);
  expect(checkClosedSets([readSource('src/features/plans/plans.ts', "'semester'")])).toEqual([]);
});
