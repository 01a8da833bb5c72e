import { describe, expect, it } from 'vitest';
import { arrange, moved } from './order.ts';

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

  it('moves one entry', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  });
});
