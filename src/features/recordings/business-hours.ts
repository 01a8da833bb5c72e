import { addDays, type Day, dayOf, startOfDay, weekdayOf } from '#platform/calendar.ts';

const hour = 3_600_000;

/** National holidays on fixed days, as `month-day`; 20 November since 2024. */
const fixedHolidays = new Set(['1-1', '4-21', '5-1', '9-7', '10-12', '11-2', '11-15', '11-20', '12-25']);

/** Days relative to Easter: Carnival Monday and Tuesday, Good Friday and Corpus Christi, as banks observe them. */
const daysFromEaster = [-48, -47, -2, 60];

/** Easter Sunday of a Gregorian year (Meeus, Jones and Butcher). */
export function easterOf(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return { year, month: Math.floor(n / 31), day: (n % 31) + 1 };
}

const isSame = (a: Day, b: Day) => a.year === b.year && a.month === b.month && a.day === b.day;

export function isHoliday(day: Day): boolean {
  if (fixedHolidays.has(`${day.month}-${day.day}`))
    return day.month !== 11 || day.day !== 20 || day.year >= 2024;
  const easter = easterOf(day.year);
  return daysFromEaster.some((offset) => isSame(addDays(easter, offset), day));
}

/** Monday to Friday, without national holidays. */
export function isBusinessDay(day: Day): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6 && !isHoliday(day);
}

/**
 * Business hours count all 24 hours of each business day: 24 from a Friday at 17:00 end on Monday at 17:00 (CRE-18).
 */
export function addBusinessHours(from: Date, hours: number): Date {
  let left = hours * hour;
  let at = from.getTime();
  for (let day = dayOf(from); ; day = addDays(day, 1)) {
    const end = startOfDay(addDays(day, 1)).getTime();
    if (isBusinessDay(day)) {
      if (at + left <= end) return new Date(at + left);
      left -= end - at;
    }
    at = end;
  }
}
