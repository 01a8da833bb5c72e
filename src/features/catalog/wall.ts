/** A row of a long list: a section's heading, or packages `from` to `from + count - 1` of the whole list. */
export type WallRow =
  | { kind: 'heading'; section: number }
  | { kind: 'packages'; from: number; count: number };

/** Arranges the packages of all sections in rows; each section begins a new row. */
export function layRows(sizes: readonly number[], columns: number, withHeadings: boolean): WallRow[] {
  const rows: WallRow[] = [];
  let from = 0;
  for (const [section, size] of sizes.entries()) {
    if (size === 0) continue;
    if (withHeadings) rows.push({ kind: 'heading', section });
    for (let at = 0; at < size; at += columns) {
      rows.push({ kind: 'packages', from: from + at, count: Math.min(columns, size - at) });
    }
    from += size;
  }
  return rows;
}

/** Offsets of the stretches that hold packages `first` to `last`. */
export function stretchesOf(first: number, last: number, length: number): number[] {
  const offsets: number[] = [];
  for (let offset = first - (first % length); offset <= last; offset += length) offsets.push(offset);
  return offsets;
}

/** `dense`: as many cards as fit; `roomy`: one to four columns (SRC-12); `list`: lines. */
export type WallStyle = 'dense' | 'roomy' | 'list';

/** Layout of a list at a given width. The classes of wall-grid.tsx must match. */
export interface WallMeasure {
  columns: number;
  gap: number;
  /** Pixels of a row with the gap below it. */
  rowHeight: number;
}

export const headingHeight = 72;

/** Columns per style, by minimum width in pixels. */
const columnSteps = {
  dense: [
    [0, 2],
    [560, 3],
    [800, 4],
    [1100, 5],
    [1400, 6],
    [1650, 7],
    [1900, 8],
  ],
  roomy: [
    [0, 1],
    [480, 2],
    [800, 3],
    [1100, 4],
    [1500, 5],
    [1800, 6],
  ],
} as const;

/** Pixels of the text under a cover, and of a horizontal card. */
const textHeight = 72;
const lyingHeight = 112;

/** Pixels of a line of the list view, with the gap below it. */
export const lineHeight = 60;

export function measureWall(style: WallStyle, width: number): WallMeasure {
  if (style === 'list') return { columns: 1, gap: 0, rowHeight: lineHeight };
  const columns = columnSteps[style].reduce((found, [from, count]) => (width >= from ? count : found), 1);
  if (columns === 1) return { columns, gap: 0, rowHeight: lyingHeight + 12 };
  const gap = width >= 560 ? 20 : 12;
  const card = (width - gap * (columns - 1)) / columns;
  return { columns, gap, rowHeight: card + textHeight + 20 };
}
