import { describe, expect, it } from 'vitest';
import { energyPeaks, peakBeside } from './energy.ts';

/** 100 slices of a level, with hits. */
const sound = (level: number, hits: Record<number, number> = {}) =>
  Uint8Array.from({ length: 100 }, (_, at) => hits[at] ?? level);

describe('peaks of energy', () => {
  it.each([
    ['nothing is known', null, []],
    ['silence', sound(0), []],
    ['an even sound', sound(200), []],
    ['a ripple', sound(200, { 30: 205, 60: 196 }), []],
    ['two hits', sound(40, { 20: 255, 70: 220 }), [0.2, 0.7]],
    ['a quiet track', sound(4, { 20: 30, 70: 24 }), [0.2, 0.7]],
    ['two hits at one place are one', sound(40, { 20: 200, 21: 255, 22: 190 }), [0.21]],
    ['a rise that holds', Uint8Array.from({ length: 100 }, (_, at) => (at < 50 ? 30 : 240)), [0.51]],
  ])('%s', (_, peaks, found) => {
    expect(energyPeaks(peaks)).toEqual(found);
  });

  it('keeps the highest of many', () => {
    const hits = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [n * 6 + 3, n % 2 ? 250 : 200]));
    const found = energyPeaks(Uint8Array.from({ length: 400 }, (_, at) => hits[at] ?? 10));
    expect(found).toHaveLength(24);
    expect(found.map((at) => Math.round(at * 400)).every((at) => hits[at] === 250)).toBe(true);
  });

  it.each([
    ['the next one', 0, 1, 10],
    ['not the one we stand on', 10.1, 1, 35],
    ['none after the last', 36, 1, null],
    ['the one before', 36, -1, 35],
    ['further back when we have just come', 35.4, -1, 10],
    ['none before the first', 5, -1, null],
  ] as const)('%s', (_, time, by, to) => {
    expect(peakBeside([0.2, 0.7], { time, duration: 50 }, by)).toBe(to);
  });
});
