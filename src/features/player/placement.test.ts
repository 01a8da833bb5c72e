import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Box,
  cardSize,
  centred,
  givingWay,
  inside,
  keyStep,
  low,
  margin,
  movedByKey,
  pillSize,
} from './placement.ts';

const room = { width: 1280, height: 800 };

describe('where the card stands', () => {
  it('MIN-02: 320 by 120, first in the middle', () => {
    expect(cardSize).toEqual({ width: 320, height: 120 });
    expect(centred(cardSize, room)).toEqual({ x: 480, y: 340 });
  });

  it('MIN-02, MIN-03: always whole inside the window, wherever it was dragged and however it shrank', () => {
    const size = fc.record({
      width: fc.integer({ min: 768, max: 4000 }),
      height: fc.integer({ min: 300, max: 3000 }),
    });
    const place = fc.record({
      x: fc.integer({ min: -9999, max: 9999 }),
      y: fc.integer({ min: -9999, max: 9999 }),
    });
    fc.assert(
      fc.property(place, size, (wish, window) => {
        const { x, y } = inside(wish, cardSize, window);
        expect(x >= margin && x + cardSize.width <= window.width - margin).toBe(true);
        expect(y >= margin && y + cardSize.height <= window.height - margin).toBe(true);
      }),
    );
  });

  it('a window smaller than the card shows its beginning', () => {
    expect(inside({ x: 50, y: 50 }, cardSize, { width: 300, height: 100 })).toEqual({ x: margin, y: margin });
  });

  it('MIN-09: arrow keys move it, with Shift four times as far; other keys do not', () => {
    const from = { x: 100, y: 100 };
    expect(movedByKey(from, 'ArrowLeft', false)).toEqual({ x: 100 - keyStep, y: 100 });
    expect(movedByKey(from, 'ArrowDown', true)).toEqual({ x: 100, y: 100 + keyStep * 4 });
    expect(movedByKey(from, 'Enter', false)).toBeNull();
  });

  it('A-106: at the lower edge the card is centred, the pill in the corner, 16 px from the edge', () => {
    expect(low(cardSize, room)).toEqual({ x: 480, y: 800 - 120 - 16 });
    expect(low(pillSize, room)).toEqual({ x: 1280 - 264 - 16, y: 800 - 48 - 16 });
  });

  const covers = (at: { x: number; y: number }, box: Box) =>
    at.x < box.x + box.width &&
    at.x + cardSize.width > box.x &&
    at.y < box.y + box.height &&
    at.y + cardSize.height > box.y;

  it('A-106: stays where it is while it covers nothing', () => {
    const wish = low(cardSize, room);
    expect(givingWay(wish, cardSize, room, [{ x: 0, y: 0, width: 400, height: 300 }])).toEqual(wish);
  });

  it('A-106: gives way to any one thing of up to half the window, and stays inside', () => {
    const wish = fc.record({ x: fc.integer({ min: 0, max: 1280 }), y: fc.integer({ min: 0, max: 800 }) });
    const box = fc.record({
      x: fc.integer({ min: -200, max: 1200 }),
      y: fc.integer({ min: -200, max: 760 }),
      width: fc.integer({ min: 1, max: 700 }),
      height: fc.integer({ min: 1, max: 400 }),
    });
    fc.assert(
      fc.property(wish, box, (given, thing) => {
        const at = givingWay(inside(given, cardSize, room), cardSize, room, [thing]);
        expect(covers(at, thing)).toBe(false);
        expect(inside(at, cardSize, room)).toEqual(at);
      }),
    );
  });
});
