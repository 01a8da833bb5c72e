import { expect, it } from 'vitest';
import { nextTheme } from './theme.ts';

it.each([
  [undefined, 'dark', 'light', 'light'],
  [undefined, 'light', 'dark', 'dark'],
  ['light', 'dark', 'dark', null],
  ['dark', 'light', 'light', null],
  ['light', 'light', 'dark', 'dark'],
  ['xyz', 'dark', 'light', 'light'],
] as const)('chosen %s on a %s system: shows %s, stores %s', (chosen, system, theme, stored) => {
  expect(nextTheme(chosen, system)).toEqual({ theme, stored });
});
