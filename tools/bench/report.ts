/** A measured figure with its bound. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  bound: number;
  /** `least`: at least the bound; `most`: at most. */
  sense: 'least' | 'most';
  /** How it was measured, in a few words. */
  how: string;
}

const figure =
  (sense: Figure['sense']) =>
  (name: string, value: number, unit: string, bound: number, how: string): Figure => {
    return { name, value, unit, bound, sense, how };
  };

export const least = figure('least');
export const most = figure('most');

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });

/** Prints the figures as a table with measured ÷ bound. @returns whether all hold */
export function printFigures(figures: Figure[]): boolean {
  const rows = figures.map((figure) => {
    const ratio = figure.value / figure.bound;
    const holds = figure.sense === 'least' ? figure.value >= figure.bound : figure.value <= figure.bound;
    return {
      figure: figure.name,
      measured: `${number.format(figure.value)} ${figure.unit}`,
      bound: `${figure.sense === 'least' ? '≥' : '≤'} ${number.format(figure.bound)}`,
      'measured ÷ bound': number.format(ratio),
      holds: holds ? 'yes' : 'NO',
      how: figure.how,
    };
  });
  console.table(rows);
  return rows.every((row) => row.holds === 'yes');
}

export function percentile(samples: number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
