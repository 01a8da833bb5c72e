import { expect, it } from 'vitest';
import { formatDeadline } from './format.ts';

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
