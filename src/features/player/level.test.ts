import { expect, it } from 'vitest';
import { levelGain } from './level.ts';

const decibels = (gain: number) => Math.round(200 * Math.log10(gain)) / 10;

it.each([
  // loudness, true peak, gain in decibels
  [-16, -3, 0],
  [-10, -3, -6],
  [-8, 0.5, -8],
  [-5.5, 1.2, -10.5],
  [-23, -6, 0],
  [-16, -0.2, -0.8],
  [-20, 0.4, -1.4],
  [-15.8, 2, -3],
  [-14.9, -1, -1.1],
  [-60, -40, 0],
  [-9, null, -7],
  [-30, null, 0],
])('a track of %f LUFS that peaks at %f dBTP is played at %f dB', (loudnessLufs, truePeakDb, expected) => {
  const gain = levelGain({ loudnessLufs, truePeakDb });
  expect(decibels(gain)).toBeCloseTo(expected, 5);
  expect(gain).toBeLessThanOrEqual(1);
  expect(gain).toBeGreaterThan(0);
  if (truePeakDb !== null) expect(truePeakDb + 20 * Math.log10(gain)).toBeLessThanOrEqual(-1 + 1e-9);
});

it('a track that was not measured is played as it is', () => {
  for (const track of [null, {}, { loudnessLufs: null, truePeakDb: 3 }]) expect(levelGain(track)).toBe(1);
});
