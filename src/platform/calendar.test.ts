import { describe, expect, it } from 'vitest';
import { addDays, dayOf, monthOf, startOfDay, startOfNextMonth, weekdayOf } from './calendar.ts';

describe('the Brazilian calendar', () => {
  it('knows the day in São Paulo and not in Greenwich (A-38)', () => {
    expect(dayOf(new Date('2026-03-01T02:00:00Z'))).toEqual({ year: 2026, month: 2, day: 28 });
    expect(dayOf(new Date('2026-03-01T03:00:00Z'))).toEqual({ year: 2026, month: 3, day: 1 });
  });

  it('begins a day at 03:00 UTC, and at 02:00 UTC in a summer of daylight saving', () => {
    expect(startOfDay({ year: 2026, month: 11, day: 1 }).toISOString()).toBe('2026-11-01T03:00:00.000Z');
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
