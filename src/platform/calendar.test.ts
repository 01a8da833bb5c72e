import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dayOf,
  endOfDay,
  localInstant,
  localTime,
  monthOf,
  parseDay,
  startOfDay,
  startOfNextMonth,
  weekdayOf,
} from './calendar.ts';

describe('the Brazilian calendar', () => {
  it('knows the day in São Paulo and not in Greenwich (A-38)', () => {
    expect(dayOf(new Date('2026-03-01T02:00:00Z'))).toEqual({ year: 2026, month: 2, day: 28 });
    expect(dayOf(new Date('2026-03-01T03:00:00Z'))).toEqual({ year: 2026, month: 3, day: 1 });
  });

  it('begins a day at 03:00 UTC, and at 02:00 UTC in a summer of daylight saving', () => {
    expect(startOfDay({ year: 2026, month: 11, day: 1 }).toISOString()).toBe('2026-11-01T03:00:00.000Z');
    expect(startOfDay({ year: 2018, month: 11, day: 4 }).toISOString()).toBe('2018-11-04T03:00:00.000Z');
    expect(startOfDay({ year: 2018, month: 2, day: 18 }).toISOString()).toBe('2018-02-18T03:00:00.000Z');
    expect(startOfDay({ year: 2018, month: 12, day: 10 }).toISOString()).toBe('2018-12-10T02:00:00.000Z');
  });

  it('names months and their ends in São Paulo', () => {
    expect(monthOf(new Date('2026-12-01T02:59:59Z'))).toBe('2026-11');
    expect(startOfNextMonth(new Date('2026-12-31T12:00:00Z')).toISOString()).toBe('2027-01-01T03:00:00.000Z');
  });

  it('adds days over ends of months and knows weekdays', () => {
    expect(addDays({ year: 2028, month: 2, day: 28 }, 1)).toEqual({ year: 2028, month: 2, day: 29 });
    expect(addDays({ year: 2026, month: 1, day: 1 }, -1)).toEqual({ year: 2025, month: 12, day: 31 });
    expect(weekdayOf({ year: 2026, month: 10, day: 16 })).toBe(5);
  });
});

it('adds months as a calendar does', () => {
  expect(addMonths(new Date('2026-01-31T10:00:00Z'), 1).toISOString()).toBe('2026-02-28T10:00:00.000Z');
  expect(addMonths(new Date('2027-08-31T10:00:00Z'), 6).toISOString()).toBe('2028-02-29T10:00:00.000Z');
  expect(addMonths(new Date('2026-12-15T10:00:00Z'), 12).toISOString()).toBe('2027-12-15T10:00:00.000Z');
});

it('B03: adds months to the day in São Paulo, also on its last evening', () => {
  const evening = (day: string) => new Date(`${day}T22:30:00-03:00`);
  expect(addMonths(evening('2028-01-31'), 1)).toEqual(evening('2028-02-29'));
  expect(addMonths(evening('2026-12-31'), 2)).toEqual(evening('2027-02-28'));
  expect(addMonths(evening('2026-03-31'), -1)).toEqual(evening('2026-02-28'));
});

it('B03: writes the time in São Paulo, also in a summer of daylight saving', () => {
  const night = new Date('2027-01-01T01:30:05Z');
  expect(localTime(night)).toEqual({ date: '2026-12-31', time: '22:30:05' });
  expect(localInstant(night)).toBe('2026-12-31T22:30:05-03:00');
  expect(localInstant(new Date('2018-12-10T02:30:00Z'))).toBe('2018-12-10T00:30:00-02:00');
  expect(localTime(new Date('2026-12-31T03:00:00Z')).time).toBe('00:00:00');
  expect(endOfDay(parseDay('2026-12-31'))).toEqual(new Date('2026-12-31T23:59:59-03:00'));
});
