import { expect, it } from 'vitest';
import { aScan } from '#tests/scans.ts';
import { groupScan } from './draft-grouping.ts';
import { type KnownPackage, planDrafts } from './draft-plan.ts';

const pack = (key: string, given: Partial<KnownPackage> & { has?: string[] } = {}): KnownPackage => ({
  id: `p-${key}`,
  key,
  isDraft: false,
  isDeleted: false,
  files: new Set((given.has ?? []).map((path) => `f-${path}`)),
  ...given,
});
const plan = (paths: string[], packages: KnownPackage[]) => {
  const { make, complete, known, deleted } = planDrafts(groupScan(aScan(paths)), packages);
  return {
    make: make.map(({ key, files }) => [key, files.map(({ name }) => name)]),
    complete: complete.map(({ packageId, files }) => [packageId, files.map(({ name }) => name)]),
    known,
    deleted,
  };
};
const nothing = { make: [], complete: [], known: 0, deleted: 0 };

it('CRP-09: a folder that has a package is left; a new one beside it becomes a draft', () => {
  expect(plan(['Natal/a.mp3', 'Junina/b.mp3'], [pack('Natal', { has: ['Natal/a.mp3'] })])).toEqual({
    ...nothing,
    make: [['Junina', ['b.mp3']]],
    known: 1,
  });
});

it('CRP-09: a published package is left as it is, a draft gets what has never come', () => {
  const paths = ['Natal/a.mp3', 'Natal/b.mp3'];
  const has = ['Natal/a.mp3'];
  expect(plan(paths, [pack('Natal', { has })])).toEqual({ ...nothing, known: 1 });
  expect(plan(paths, [pack('Natal', { has, isDraft: true })])).toEqual({
    ...nothing,
    complete: [['p-Natal', ['b.mp3']]],
    known: 1,
  });
  expect(plan(paths, [pack('Natal', { has: paths, isDraft: true })])).toEqual({ ...nothing, known: 1 });
});

it('A-70: what was deleted is not made again behind anyone’s back', () => {
  expect(plan(['Natal/a.mp3'], [pack('Natal', { isDeleted: true })])).toEqual({ ...nothing, deleted: 1 });
  const both = [pack('Natal', { isDeleted: true }), pack('Natal', { id: 'outro' })];
  expect(plan(['Natal/a.mp3'], both)).toEqual({ ...nothing, known: 1 });
});

it('CRP-09: loose files that begin to form series are not taken twice', () => {
  const before = ['Natal 1.mp3', 'Natal 2.mp3'];
  const now = [...before, 'Junina 1.mp3', 'Junina 2.mp3'];
  expect(plan(now, [pack('root', { has: before })])).toEqual({
    ...nothing,
    make: [['root#junina', ['Junina 1.mp3', 'Junina 2.mp3']]],
    known: 1,
  });
});
