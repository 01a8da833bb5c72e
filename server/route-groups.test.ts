import { describe, expect, it } from 'vitest';
import { byFirstPart } from './route-groups.ts';

const route = (id: string, path?: string, parentId = 'root') => [id, { id, parentId, path }] as const;
const routes = Object.fromEntries([
  ['root', { id: 'root', path: '' }],
  route('listener'),
  route('package', 'package/:id', 'listener'),
  route('search', 'search', 'listener'),
  route('admin-layout'),
  route('users', 'admin/users/:id', 'admin-layout'),
  route('page', ':slug'),
  route('map', 'sitemap.xml'),
  route('rest', '*'),
]);
const build = { routes, assets: { routes } } as never;
const idsFor = byFirstPart(build, (part) => {
  expect(Object.keys(part.assets.routes)).toEqual(Object.keys(part.routes));
  return Object.keys(part.routes).join(' ');
});
const always = (one: string) => `root listener ${one}`;

describe('the routes among which a path is looked for', () => {
  it.each(['/package/1', '/package.data', '/package/1.data', '/package/'])(
    '%s: those that begin so',
    (path) => {
      expect(idsFor(path)).toBe(`${always('package')} admin-layout page map rest`);
    },
  );

  it.each(['/', '/_root.data', '/Package/1', '/p%61ckage/1', '//package/1', '/sitemap.xml', '/packages'])(
    '%s: all',
    (path) => {
      expect(idsFor(path)).toBe(Object.keys(routes).join(' '));
    },
  );
});
