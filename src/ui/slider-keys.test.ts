import { describe, expect, it } from 'vitest';
import { fractionAt, snap, valueAfterKey } from './slider-keys.ts';

const volume = { min: 0, max: 1, step: 0.1 };
const track = { min: 0, max: 142, step: 0.1, arrow: 5 };

describe('valueAfterKey', () => {
  it.each([
    ['ArrowRight', 0.3, 0.4],
    ['ArrowUp', 0.2, 0.3],
    ['ArrowLeft', 0.3, 0.2],
    ['ArrowDown', 0, 0],
    ['PageUp', 0.95, 1],
    ['PageDown', 0.5, 0.4],
    ['Home', 0.7, 0],
    ['End', 0.7, 1],
  ])('PLY-17: %s moves the volume from %d to %d', (key, from, to) => {
    expect(valueAfterKey(key, from, volume)).toBe(to);
  });

  it.each([
    ['ArrowRight', 37.4, 42.4],
    ['ArrowLeft', 2, 0],
    ['PageUp', 10, 24.2],
    ['PageDown', 10, 0],
    ['End', 3, 142],
    ['ArrowRight', 140, 142],
  ])('PLY-17: %s moves the position from %d s to %d s', (key, from, to) => {
    expect(valueAfterKey(key, from, track)).toBe(to);
  });

  it.each([
    ['ArrowRight', 5000, 5100],
    ['ArrowLeft', 50, 0],
    ['Home', 5000, 0],
  ])('with Shift, %s takes the larger step from %i to %i', (key, from, to) => {
    const cue = { min: 0, max: 9000, step: 1, arrow: 10, shiftArrow: 100 };
    expect(valueAfterKey(key, from, cue, true)).toBe(to);
  });

  it.each(['Enter', ' ', 'Tab', 'a', 'Escape'])('PLY-17: %s is not for the slider', (key) => {
    expect(valueAfterKey(key, 0.5, volume)).toBeNull();
  });
});

describe('snap', () => {
  it.each([
    [0.1 + 0.2, 0.3],
    [0.349, 0.3],
    [-4, 0],
    [7, 1],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 1],
  ])('PLY-08: %d becomes %d', (value, snapped) => {
    expect(snap(value, volume)).toBe(snapped);
  });
});

describe('fractionAt', () => {
  it.each([
    [150, 0.5],
    [100, 0],
    [40, 0],
    [200, 1],
    [999, 1],
  ])('PLY-10: a pointer at %d px is at %d of the bar', (x, fraction) => {
    expect(fractionAt(x, 100, 100)).toBe(fraction);
  });

  it('PLY-10: a bar without width is at its start', () => {
    expect(fractionAt(10, 0, 0)).toBe(0);
  });
});
