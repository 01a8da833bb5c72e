import { expect, it, vi } from 'vitest';
import { Parts } from './parts.ts';

/** Ranges are in thousands of bytes. */
const thousand = 1000;
const size = 1000 * thousand;
const noon = Date.parse('2026-11-21T12:00:00Z');

type Range = [from: number, before?: number];
const rangeOf = ([from, before = 1000]: Range) => ({ start: from * thousand, end: before * thousand - 1 });

/** Number of downloads for sequential ranges. */
async function count(ranges: Range[], minutesApart = 0): Promise<number> {
  const parts = new Parts();
  const record = vi.fn(async () => {});
  for (const [at, range] of ranges.entries()) {
    const now = new Date(noon + at * minutesApart * 60_000);
    await parts.handOut('u t', rangeOf(range), size, now, record);
  }
  return record.mock.calls.length;
}
const times = <T>(many: number, make: (at: number) => T): T[] =>
  Array.from({ length: many }, (_, at) => make(at));

it.each<[string, Range[], number]>([
  ['the whole', [[0]], 1],
  ['the whole, twice', [[0], [0]], 2],
  ['all but the first byte', [[0.001]], 1],
  ['all but the first byte, 300 times', times(300, () => [0.001]), 300],
  ['the whole and all but the first byte, in turn', times(300, (at) => [(at % 2) / 1000]), 300],
  ['the first byte, then the rest', [[0, 0.001], [0.001]], 1],
  ['the rest, then the first byte', [[0.001], [0, 0.001]], 1],
  ['the first byte to try, then the whole', [[0, 0.001], [0]], 1],
  ['ten parts side by side', times(10, (at) => [at * 100, at * 100 + 100]), 1],
  ['ten parts, the last one first', times(10, (at) => [900 - at * 100, 1000 - at * 100]), 1],
  ['ten parts, all of it twice', times(20, (at) => [(at % 10) * 100, (at % 10) * 100 + 100]), 2],
  ['a thousand parts side by side', times(1000, (at) => [at, at + 1]), 1],
  ['a download that broke off three times', [[0], [300], [500], [600]], 1],
  ['parts side by side, each asked for to the end', times(8, (at) => [at * 125]), 1],
  ['a little less each time, 110 times', times(110, (at) => [at]), 110],
  ['the same rest again after it broke off', [[0], [300], [300]], 2],
])('A-56: %s', async (_, ranges, downloads) => {
  expect(await count(ranges)).toBe(downloads);
});

it('DWN-14: a download goes on for a day', async () => {
  expect(await count([[0], [500]], 23 * 60)).toBe(1);
  expect(await count([[0], [500]], 25 * 60)).toBe(2);
});

it('A-56: parts at the same moment are one download, and refused together', async () => {
  const parts = new Parts();
  const ask = (start: number, record: () => Promise<void>) =>
    parts.handOut('u t', rangeOf([start, start + 100]), size, new Date(noon), record);
  const record = vi.fn(async () => {});
  await Promise.all(times(10, (at) => ask(at * 100, record)));
  expect(record).toHaveBeenCalledTimes(1);

  const refused = vi.fn(() => Promise.reject(new Error('429')));
  const outcomes = await Promise.allSettled([ask(0, refused), ask(100, refused), ask(200, refused)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(refused).toHaveBeenCalledTimes(1);
  await ask(300, record);
  expect(record, 'what was refused was not begun').toHaveBeenCalledTimes(2);
});

it('A-56: 400 times all but the first byte at the same moment are 400 downloads', async () => {
  const parts = new Parts();
  const record = vi.fn(async () => {});
  const part = { start: 1, end: size - 1 };
  await Promise.all(times(400, () => parts.handOut('u t', part, size, new Date(noon), record)));
  expect(record).toHaveBeenCalledTimes(400);
});

it('another file, or another user, is another download', async () => {
  const parts = new Parts();
  const record = vi.fn(async () => {});
  for (const file of ['u t', 'v t', 'u s'])
    await parts.handOut(file, rangeOf([500]), size, new Date(noon), record);
  expect(record).toHaveBeenCalledTimes(3);
});
