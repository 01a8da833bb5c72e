import { expect, it } from 'vitest';
import { checkSelectors } from './selectors.ts';
import { readSource } from './sources.ts';

const found = (path: string, classes: string) =>
  checkSelectors([readSource(path, `const look = '${classes}';`)]).length;

it.each([
  ['group-has-[[data-row]:hover]/clock:opacity-100', 1],
  ['flex peer-has-checked:bg-raised', 1],
  ['xl:in-[body:has([role=dialog])]:*:max-w-56', 1],
  ['has-[:checked]:**:hidden in-[body:has([data-desk])]:**:hidden', 1],
  ['in-[.clock:has([data-row]:hover)]:opacity-20', 0],
  ['has-disabled:text-muted *:bg-raised', 0],
])('%s: %i', (classes, findings) => {
  expect(found('src/ui/a.tsx', classes)).toBe(findings);
});

it('what is no page may name them', () => {
  expect(found('tools/a.ts', 'group-has-checked:hidden')).toBe(0);
});
