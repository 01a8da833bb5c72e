import { expect, it } from 'vitest';
import { hasOwnSearch, isActivePath } from './rail.ts';

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

it.each([
  ['/library', true],
  ['/category/trilhas/all', true],
  ['/search', true],
  ['/package/1', false],
  ['/profile', false],
])('PLY-16: the key / belongs to the page %s: %s', (pathname, own) => {
  expect(hasOwnSearch(pathname)).toBe(own);
});
