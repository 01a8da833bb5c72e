import { expect, it } from 'vitest';
import { contrast, laidOver } from './contrast.ts';

it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
])('contrast of %s and %s is %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, one)).toBeCloseTo(ratio, 2);
});

it('lays one colour over another', () => {
  expect(laidOver('#ffffff', '#000000', 0.5)).toBe('#808080');
  expect(laidOver('#ff0000', '#00ff00', 0)).toBe('#00ff00');
});
