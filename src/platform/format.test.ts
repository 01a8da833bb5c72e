import { expect, it } from 'vitest';
import { seeded } from '#tests/seeded.ts';
import { formatCount, formatDeadline, formatSize, formatTenths } from './format.ts';

const now = new Date('2026-11-21T12:00:00Z');

it.each([
  [0.2, 'falta 1 min'],
  [40, 'faltam 40 min'],
  [60, 'falta 1 h'],
  [5 * 60 + 20, 'faltam 5 h'],
  [47 * 60, 'faltam 47 h'],
  [72 * 60, 'faltam 3 dias'],
  [-2 * 60, 'atrasada há 2 h'],
  [-3 * 1440, 'atrasada há 3 dias'],
])('a deadline in %s minutes: %s', (minutes, text) => {
  expect(formatDeadline(new Date(now.getTime() + minutes * 60_000), now)).toBe(text);
});

it('PKG-08: numbers that are written by hand are those of Intl', () => {
  const random = seeded(7);
  const same = (decimals: number) =>
    new Intl.NumberFormat('pt-BR', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: false,
    });
  for (let at = 0; at < 3000; at++) {
    const bytes = Math.floor(1024 ** (random() * 4));
    const unit = Math.floor(Math.log2(bytes || 1) / 10);
    expect(formatSize(bytes)).toContain(`${same(2).format(bytes / 1024 ** unit)} `);
    // A sixteenth of a decibel is a number without a remainder in either base.
    const level = Math.round(random() * 1600 - 1500) / 16;
    expect(formatTenths(level)).toBe(same(1).format(level).replace('-', '\u2212'));
  }
  for (const n of [0, 7, 999, 1000, 1234, 1_234_567])
    expect(formatCount(n)).toBe(new Intl.NumberFormat('pt-BR').format(n));
});
