import { expect, test } from 'vitest';
import { movedBetween, spotOf } from './moves.ts';

test('the entry that was moved is found, and named by its neighbours', () => {
  const was = ['a', 'b', 'c', 'd'];
  expect(movedBetween(was, was)).toBe(null);
  expect(movedBetween(was, ['d', 'a', 'b', 'c'])).toBe('d');
  expect(movedBetween(was, ['b', 'c', 'd', 'a'])).toBe('a');
  expect(spotOf(['b', 'c', 'a', 'd'], 'a')).toEqual({ after: 'c', before: 'd' });
  expect(spotOf(was, 'a')).toEqual({ after: '', before: 'b' });
});
