import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { instant } from '#platform/calendar.ts';

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

/** Keeps the last value of each figure, with its time and the machine, in a file that is not committed. */
export function keepFigures(root: string, figures: Figure[]): void {
  const path = join(root, 'bench-results.json');
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>) : {};
  const measuredAt = instant(new Date());
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load ${loadavg()[0]?.toFixed(1)}`;
  for (const { name, ...figure } of figures) known[name] = { ...figure, measuredAt, machine };
  writeFileSync(path, `${JSON.stringify(known, null, 2)}\n`);
}

export function percentile(samples: number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
