import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf } from '#platform/calendar.ts';
import { addBusinessHours, easterOf, isBusinessDay, isHoliday } from './business-hours.ts';

const brt = (text: string) => new Date(`${text}:00-03:00`);

describe('business hours (A-35)', () => {
  it.each([
    ['CRE-18: a Friday 17:00 is due on Monday 17:00', '2026-10-16T17:00', '2026-10-19T17:00'],
    ['a Tuesday is due the next day at the same time', '2026-10-20T09:30', '2026-10-21T09:30'],
    ['a Saturday counts from Monday 00:00', '2026-10-17T11:00', '2026-10-20T00:00'],
    ['a Sunday night counts from Monday 00:00', '2026-10-18T23:59', '2026-10-20T00:00'],
    ['the eve of a holiday skips it', '2026-10-09T10:00', '2026-10-13T10:00'],
    ['Christmas on a Friday and the weekend behind it are skipped', '2026-12-24T15:00', '2026-12-28T15:00'],
    ['New Year is skipped', '2026-12-31T08:00', '2027-01-04T08:00'],
    ['Carnival Monday and Tuesday are skipped', '2026-02-13T12:00', '2026-02-18T12:00'],
    ['Good Friday is skipped', '2026-04-02T18:00', '2026-04-06T18:00'],
    ['Corpus Christi is skipped', '2026-06-03T07:00', '2026-06-05T07:00'],
    ['Tiradentes, on a Tuesday, is skipped', '2026-04-20T22:00', '2026-04-22T22:00'],
    ['Thursday midnight ends with Friday midnight', '2026-10-15T00:00', '2026-10-16T00:00'],
  ])('%s', (_, from, due) => {
    expect(addBusinessHours(brt(from), 24).toISOString()).toBe(brt(due).toISOString());
  });

  it.each([
    [2024, 3, 31],
    [2025, 4, 20],
    [2026, 4, 5],
    [2027, 3, 28],
    [2038, 4, 25],
    [2285, 3, 22],
  ])('knows Easter of %i', (year, month, day) => {
    expect(easterOf(year)).toEqual({ year, month, day });
  });

  it('knows 20 November as a national holiday since 2024 only', () => {
    expect(isHoliday({ year: 2023, month: 11, day: 20 })).toBe(false);
    expect(isHoliday({ year: 2024, month: 11, day: 20 })).toBe(true);
  });

  it('never ends before the hours have passed, nor on a day off, nor later than eight days', () => {
    const start = Date.UTC(2024, 0, 1);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 * 365 * 24 * 60 }), (minutes) => {
        const from = new Date(start + minutes * 60_000);
        const due = addBusinessHours(from, 24);
        const hours = (due.getTime() - from.getTime()) / 3_600_000;
        expect(hours).toBeGreaterThanOrEqual(24);
        expect(hours).toBeLessThanOrEqual(8 * 24);
        expect(isBusinessDay(dayOf(new Date(due.getTime() - 1)))).toBe(true);
      }),
    );
  });
});
