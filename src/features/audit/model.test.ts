import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { actionName, entityName } from './model.ts';

const root = new URL('../../../', import.meta.url).pathname;
const sources = globSync('src/features/**/*.server.ts', { cwd: root })
  .filter((path) => !path.includes('.test.'))
  .map((path) => readFileSync(root + path, 'utf8'))
  .filter((text) => text.includes('recordChange('));
const named = (pattern: RegExp) =>
  new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map((m) => m[1]!)));

it('A11-04, ADM-10: every action and entity that is written has Portuguese words', () => {
  const actions = named(/(?:action:|\?|:) '([a-z]+\.[a-z_-]+)'/g);
  expect(actions.size).toBeGreaterThan(15);
  expect([...actions].filter((action) => actionName(action) === action)).toEqual([]);
  const entities = named(/entity: '([a-z_]+)'/g);
  expect([...entities].filter((entity) => entityName(entity) === entity)).toEqual([]);
});
