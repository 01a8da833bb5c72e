import { describe, expect, it } from 'vitest';
import { barHeights, barsPath, decodePeaks, restingHeights } from './peaks.ts';

describe('decodePeaks', () => {
  it('reads bytes from base64', () => {
    expect(decodePeaks(btoa('\x00\x7f\xff'))).toEqual(Uint8Array.of(0, 127, 255));
  });

  it.each([[null], [''], ['não é base64!']])('%s gives nothing', (peaks) => {
    expect(decodePeaks(peaks)).toBeNull();
  });
});

describe('barHeights', () => {
  it('takes the loudest peak of each share', () => {
    const heights = barHeights(Uint8Array.of(0, 255, 10, 20, 255, 0), 3);
    expect(heights[0]).toBe(1);
    expect(heights[1]).toBeLessThan(0.2);
    expect(heights[2]).toBe(1);
  });

  it('gives as many bars as asked, also when there are fewer peaks', () => {
    expect(barHeights(Uint8Array.of(200, 100), 5)).toHaveLength(5);
    expect(barHeights(Uint8Array.of(200, 100), 5).every((height) => height > 0 && height <= 1)).toBe(true);
  });

  it('lifts a quiet track, and leaves silence low', () => {
    expect(Math.max(...barHeights(new Uint8Array(400).fill(60), 40))).toBe(1);
    expect(Math.max(...barHeights(new Uint8Array(400).fill(2), 40))).toBeLessThan(0.1);
    expect(Math.max(...barHeights(new Uint8Array(400), 40))).toBe(0);
  });
});

it('a track without peaks gets low, even bars', () => {
  const heights = restingHeights(50);
  expect(Math.max(...heights)).toBeLessThan(0.2);
  expect(Math.min(...heights)).toBeGreaterThan(0.05);
});

it('draws one stroke per bar, inside the height', () => {
  const path = barsPath([0, 0.5, 1], 4, 48);
  expect(path.match(/M/g)).toHaveLength(3);
  expect(path).toBe('M2 23.995v0.01M6 13v22M10 2v44');
});
