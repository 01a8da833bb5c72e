import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardSize, centred, inside, keyStep, margin, movedByKey } from './placement.ts';

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
});
