import { lazily } from './lazily.ts';

const zone = 'America/Sao_Paulo';
const minute = 60_000;

/** A day on the Brazilian calendar; months count from 1. */
export interface Day {
  year: number;
  month: number;
  day: number;
}

/** Sweden writes dates like ISO 8601: 2026-11-22 07:07:57. */
const isoFormat = lazily(
  () => new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }),
);

const monthFormats = {
  short: lazily(() => new Intl.DateTimeFormat('pt-BR', { month: 'short', timeZone: zone })),
  long: lazily(() => new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: zone })),
};

/** `novembro de 2026`, or `nov`, for `2026-11`. */
export const monthName = (month: string, length: keyof typeof monthFormats = 'long'): string =>
  monthFormats[length]().format(startOfMonth(month)).replace('.', '');

/** The local time in São Paulo, written as if it were UTC. */
const wallTime = (at: number): number => Date.parse(`${isoFormat().format(at).replace(' ', 'T')}Z`);

/** Date and time in São Paulo, as files and lists write them: `2026-12-31` and `22:30:00`. */
export function localTime(at: Date): { date: string; time: string } {
  const [date = '', time = ''] = isoFormat().format(at).split(' ');
  return { date, time };
}

/** ISO 8601 in São Paulo with its offset, for what people read: `2026-12-31T22:30:00-03:00`. */
export function localInstant(at: Date): string {
  const { date, time } = localTime(at);
  const hours = Math.round((at.getTime() - wallTime(at.getTime())) / 3_600_000);
  return `${date}T${time}-${String(hours).padStart(2, '0')}:00`;
}

/**
 * ISO 8601 in UTC, for what only stores and programs of ours read: keys, rows, answers to our own pages, signatures.
 * Nothing is cut out of it: its day is not the day in São Paulo (`npm run check`, days).
 */
export const instant = (at: Date): string => at.toISOString();

/** The day in São Paulo at an instant. */
export function dayOf(at: Date): Day {
  const wall = new Date(wallTime(at.getTime()));
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() };
}

/** The day `days` later; negative numbers go back. */
export function addDays(day: Day, days: number): Day {
  const moved = new Date(Date.UTC(day.year, day.month - 1, day.day + days));
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
}

/** `2026-11-22` */
export const isoDay = ({ year, month, day }: Day): string =>
  [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');

/** 0 Sunday to 6 Saturday. */
export const weekdayOf = ({ year, month, day }: Day): number =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay();

/** The instant at which a day begins in São Paulo: at 1:00 where summer time skipped its midnight. */
export function startOfDay({ year, month, day }: Day): Date {
  const wanted = Date.UTC(year, month - 1, day);
  const inSummerTime = wanted + 2 * 60 * minute;
  return new Date(wallTime(inSummerTime) >= wanted ? inSummerTime : wanted + 3 * 60 * minute);
}

/** The last second of a day in São Paulo. */
export const endOfDay = (day: Day): Date => new Date(startOfDay(addDays(day, 1)).getTime() - 1000);

/** `2026-11-22` as a day. */
export function parseDay(iso: string): Day {
  const [year = 0, month = 0, day = 0] = iso.split('-').map(Number);
  return { year, month, day };
}

/** The calendar month in São Paulo as `2026-11`. */
export function monthOf(at: Date): string {
  return isoDay(dayOf(at)).slice(0, 7);
}

/** The same time of the same day in São Paulo, `months` later, or on the last day of a shorter month. */
export function addMonths(at: Date, months: number): Date {
  const from = dayOf(at);
  const count = from.year * 12 + from.month - 1 + months;
  const first = { year: Math.floor(count / 12), month: (count % 12) + 1, day: 1 };
  const last = addDays(dayOf(startOfNextMonth(startOfDay(first))), -1);
  const moved = startOfDay({ ...first, day: Math.min(from.day, last.day) });
  return new Date(moved.getTime() + at.getTime() - startOfDay(from).getTime());
}

/** The last months up to the one of `now`, oldest first, as `2026-11`. */
export function lastMonths(now: Date, count: number): string[] {
  const { year, month } = dayOf(now);
  return Array.from({ length: count }, (_, i) =>
    new Date(Date.UTC(year, month - count + i, 1)).toISOString().slice(0, 7),
  );
}

/** The first instant of a month like `2026-11` in São Paulo. */
export const startOfMonth = (month: string): Date =>
  startOfDay({ year: Number(month.slice(0, 4)), month: Number(month.slice(5)), day: 1 });

/** The first instant of the next month in São Paulo. */
export function startOfNextMonth(at: Date): Date {
  const { year, month } = dayOf(at);
  return startOfDay(month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 });
}
