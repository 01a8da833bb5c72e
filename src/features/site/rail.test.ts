import { expect, it } from 'vitest';
import { isActivePath } from './rail.ts';

it.each([
  ['/', '/', true],
  ['/', '/library', false],
  ['/library', '/library', true],
  ['/library', '/library/x', true],
  ['/library', '/library-antiga', false],
  ['/library', '/category/trilhas', false],
  ['/profile', '/profile', true],
])('NAV-17: %s on %s is active: %s', (entry, pathname, active) => {
  expect(isActivePath(entry, pathname)).toBe(active);
});
