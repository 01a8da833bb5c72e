import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRange } from './range.ts';

describe('PLY-12: a Range header', () => {
  it.each([
    ['bytes=0-1', { start: 0, end: 1 }],
    ['bytes=100-199', { start: 100, end: 199 }],
    ['bytes=0-', { start: 0, end: 999 }],
    ['bytes=999-', { start: 999, end: 999 }],
    ['bytes=990-5000', { start: 990, end: 999 }],
    ['bytes=-1', { start: 999, end: 999 }],
    ['bytes=-500', { start: 500, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
    ['Bytes= 5-6 ', { start: 5, end: 6 }],
    ['bytes=0-99999999999999999999999', { start: 0, end: 999 }],
  ])('%s is served', (header, range) => {
    expect(parseRange(header, 1000)).toEqual(range);
  });

  it.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=99999999999999999999999-', 'bytes=-0'])(
    '%s is unsatisfiable',
    (header) => expect(parseRange(header, 1000)).toBe('unsatisfiable'),
  );

  it.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=5-3', 'bytes=0x1-2', 'items=0-1', '0-1'])(
    '%s asks for the whole',
    (header) => expect(parseRange(header, 1000)).toBeNull(),
  );

  it('with several ranges asks for the whole', () => {
    expect(parseRange('bytes=0-1,5-6', 1000)).toBeNull();
  });

  it('of nothing is unsatisfiable', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable');
  });

  it('never leaves the bytes that are there', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), fc.nat(5000), (noise, a, b, size) => {
        for (const header of [noise, `bytes=${noise}`, `bytes=${a}-${b}`, `bytes=-${a}`, `bytes=${a}-`]) {
          const range = parseRange(header, size);
          if (range === null || range === 'unsatisfiable') continue;
          expect(range.start).toBeGreaterThanOrEqual(0);
          expect(range.end).toBeGreaterThanOrEqual(range.start);
          expect(range.end).toBeLessThan(size);
        }
      }),
    );
  });
});
