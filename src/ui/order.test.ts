import { describe, expect, it } from 'vitest';
import { moved } from '#ui/sortable-list.tsx';
import { arrange } from './order.ts';

describe('an order that is being saved', () => {
  it('is shown as it is wanted, whatever was read meanwhile', () => {
    expect(arrange(['c', 'a', 'b'], ['a', 'b', 'c'])).toEqual(['c', 'a', 'b']);
  });

  it('loses what is gone, and takes what has come where it stands', () => {
    expect(arrange(['c', 'a', 'b'], ['a', 'c'])).toEqual(['c', 'a']);
    expect(arrange(['c', 'a', 'b'], ['a', 'b', 'c', 'd'])).toEqual(['c', 'd', 'a', 'b']);
    expect(arrange(['b', 'a'], ['x', 'a', 'b', 'y', 'z'])).toEqual(['x', 'b', 'y', 'z', 'a']);
    expect(arrange([], ['a', 'b'])).toEqual(['a', 'b']);
  });

  it('EDT-07, PLN-01: moves one entry, at most to the ends', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
    expect(moved(['a', 'b', 'c'], 1, 9)).toEqual(['a', 'c', 'b']);
  });
});
