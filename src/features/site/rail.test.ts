import { expect, it } from 'vitest';
import { isLit } from './pages.ts';
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
  ['/library', false],
  ['/category/trilhas/all', true],
  ['/search', true],
  ['/admin/manage-users', true],
  ['/package/1', false],
  ['/profile', false],
])('PLY-16: the key / belongs to the page %s: %s', (pathname, own) => {
  expect(hasOwnSearch(pathname)).toBe(own);
});

it.each([
  ['/library', '/category/trilhas', true],
  ['/library', '/package/abc', true],
  ['/library', '/search', false],
  ['/search', '/search', true],
  ['/', '/library', false],
  ['/profile', '/dashboard', false],
] as const)('the entry %s is lit on %s: %s', (entry, pathname, lit) => {
  expect(isLit(entry, pathname)).toBe(lit);
});
