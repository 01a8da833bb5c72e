import { expect, it } from 'vitest';
import { readViewMode } from './view-mode.ts';

it.each([
  [null, 'cards'],
  ['', 'cards'],
  ['a=b; sonoteca-vista=list', 'list'],
  ['sonoteca-vista=list; a=b', 'list'],
  ['sonoteca-vista=cards', 'cards'],
  ['outra-sonoteca-vista=list', 'cards'],
  ['sonoteca-vista=lista', 'cards'],
])('CAT-08: the cookies %j keep the view %s', (cookies, mode) => {
  expect(readViewMode(cookies)).toBe(mode);
});
