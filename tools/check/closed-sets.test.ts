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

it.each([
  ["inArray(imports.status, ['scanning', 'grouping'])", "'scanning', 'grouping'"],
  ["if (run.status === 'failed' || run.status === 'cancelled')", "'failed' || run.status === 'cancelled'"],
])('states are grouped in their table alone: %s', (text, group) => {
  const path = 'src/features/ingestion/start-import.server.ts';
  const table = 'src/features/ingestion/import-states.ts';
  expect(checkClosedSets([readSource(path, text), readSource(table, text)])).toEqual([
    `${path}: ${group} are grouped outside ${table}`,
  ]);
  expect(checkClosedSets([readSource(path, "eq(imports.status, 'scanning')")])).toEqual([]);
});
