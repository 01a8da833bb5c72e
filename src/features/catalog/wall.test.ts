import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layRows, measureWall, stretchesOf } from './wall.ts';

describe('rows of a long list', () => {
  it('a section begins a new row, under its heading; empty ones are left out', () => {
    expect(layRows([3, 0, 2], 2, true)).toEqual([
      { kind: 'heading', section: 0 },
      { kind: 'packages', from: 0, count: 2 },
      { kind: 'packages', from: 2, count: 1 },
      { kind: 'heading', section: 2 },
      { kind: 'packages', from: 3, count: 2 },
    ]);
  });

  it('CAT-15: holds every package once, in order, whatever the sections and columns', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(50), { maxLength: 6 }),
        fc.integer({ min: 1, max: 6 }),
        (sizes, columns) => {
          const places = layRows(sizes, columns, false).flatMap((row) =>
            row.kind === 'packages' ? Array.from({ length: row.count }, (_, at) => row.from + at) : [],
          );
          const total = sizes.reduce((sum, size) => sum + size, 0);
          expect(places).toEqual(Array.from({ length: total }, (_, at) => at));
        },
      ),
    );
  });

  it('CAT-16: 10,000 packages are 2,000 rows', () => {
    const rows = layRows([10_000], 5, false);
    expect(rows).toHaveLength(2000);
    expect(rows.at(-1)).toMatchObject({ kind: 'packages', from: 9995, count: 5 });
  });
});

describe('columns', () => {
  it.each([
    // Widths of the list in windows of 375, 768, 1100 and 1600 pixels.
    [343, 1],
    [632, 2],
    [948, 3],
    [1216, 4],
    // The widest windows of studios, with and without the column of filters.
    [1512, 5],
    [2300, 6],
  ])('SRC-12: the search has at %i pixels %i', (width, columns) => {
    expect(measureWall('roomy', width).columns).toBe(columns);
  });

  it('CAT-09: a list has one, its lines are all as high', () => {
    expect([measureWall('list', 300), measureWall('list', 1800)]).toEqual([
      { columns: 1, gap: 0, rowHeight: 60 },
      { columns: 1, gap: 0, rowHeight: 60 },
    ]);
  });

  it('cards fill the width', () => {
    for (const width of [300, 559, 560, 799, 1100, 1400, 1784, 2400]) {
      const { columns, gap, rowHeight } = measureWall('dense', width);
      expect((rowHeight - 92) * columns + gap * (columns - 1)).toBeCloseTo(width);
    }
  });
});

it('stretches are those that hold what is in sight', () => {
  expect(stretchesOf(0, 10, 120)).toEqual([0]);
  expect(stretchesOf(119, 121, 120)).toEqual([0, 120]);
  expect(stretchesOf(250, 250, 120)).toEqual([240]);
});
