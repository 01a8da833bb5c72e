import { addDays, type Day, dayOf, endOfDay, isoDay, startOfDay, weekdayOf } from './calendar.ts';

const hour = 3_600_000;

/** National holidays on fixed days, as `month-day`; 20 November since 2024 (Lei 14.759/2023). */
const fixedHolidays = new Set(['1-1', '4-21', '5-1', '9-7', '10-12', '11-2', '11-15', '11-20', '12-25']);
/** Good Friday, in days from Easter Sunday. */
const goodFriday = -2;

/** Days without work that no law makes national holidays, in days from Easter; banks observe them, too. */
const customary = [
  { fromEaster: [-48, -47], name: 'segunda e terça-feira de Carnaval' },
  { fromEaster: [60], name: 'Corpus Christi' },
];
const daysFromEaster = [goodFriday, ...customary.flatMap(({ fromEaster }) => fromEaster)];

/** The calendar in words: every text that explains a due time quotes it, so that text and clock agree. */
export const workdaysText = `de segunda a sexta-feira, fora feriados nacionais, ${customary.map(({ name }) => name).join(' e ')}`;

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

/** A national holiday, or a customary day without work. */
export function isHoliday(day: Day): boolean {
  if (fixedHolidays.has(`${day.month}-${day.day}`))
    return day.month !== 11 || day.day !== 20 || day.year >= 2024;
  const easter = easterOf(day.year);
  return daysFromEaster.some((offset) => isoDay(addDays(easter, offset)) === isoDay(day));
}

/** Monday to Friday, without holidays. */
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

/** The first business day from `day` on. */
function businessDayFrom(day: Day): Day {
  return isBusinessDay(day) ? day : businessDayFrom(addDays(day, 1));
}

/**
 * The last second at which a boleto due on `day` can be paid without being overdue: a due day without banks moves to
 * the next day with them (Lei 7.089/1983). Banks serve nobody on the last business day of a year.
 */
export function endOfBoleto(day: Day): Date {
  const payable = businessDayFrom(day);
  const next = businessDayFrom(addDays(payable, 1));
  const last = next.year > payable.year ? next : payable;
  return endOfDay(last);
}
