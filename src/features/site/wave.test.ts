import { describe, expect, it } from 'vitest';
import { hour, isMusic, slotPath } from './clock-face.ts';
import { lengthOfSample } from './sample.ts';
import { drawnWave, sampleWave } from './wave.ts';

const base64 = (bytes: number[]) => btoa(String.fromCharCode(...bytes));

describe('waves', () => {
  it('a sample shows only the part of the track that it plays', () => {
    const peaks = base64([...Array(200).fill(255), ...Array(200).fill(0)]);
    expect(sampleWave(peaks, 60_000, 10)).toEqual(Array(10).fill(1));
    expect(sampleWave(peaks, 20_000, 10).slice(5)).toEqual(Array(5).fill(0));
    expect(sampleWave(null, null, 10)).toHaveLength(10);
  });

  it('a sample lasts 30 seconds at most', () => {
    expect(lengthOfSample({ durationMs: 5737 })).toBeCloseTo(5.737);
    expect(lengthOfSample({ durationMs: 54_000 })).toBe(30);
    expect(lengthOfSample({ durationMs: null })).toBe(30);
  });

  it('the same words draw the same wave', () => {
    expect(drawnWave('no ar', 50)).toEqual(drawnWave('no ar', 50));
    expect(drawnWave('no ar', 50)).toHaveLength(50);
    for (const height of drawnWave('qualquer', 300)) expect(height).toSatisfy((h: number) => h > 0 && h <= 1);
  });
});

describe('the programme clock', () => {
  it('has slots in order, without overlap, within the hour', () => {
    let last = 0;
    for (const { from, to } of hour) {
      expect(from).toBeGreaterThanOrEqual(last);
      expect(to).toBeGreaterThan(from);
      last = to;
    }
    expect(last).toBe(60);
  });

  it('leaves to music what no shown kind fills', () => {
    expect(isMusic(3, ['trilhas'])).toBe(false);
    expect(isMusic(3, ['programetes'])).toBe(true);
    expect(isMusic(12, ['trilhas', 'pacotes-vinhetas'])).toBe(true);
  });

  it('draws a slot as a closed piece of ring', () => {
    expect(slotPath({ kind: 'trilhas', from: 0, to: 15 }, 100, 150, 0)).toBe(
      'M0 -150A150 150 0 0 1 150 0L100 0A100 100 0 0 0 0 -100Z',
    );
  });
});
