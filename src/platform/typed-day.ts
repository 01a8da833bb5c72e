import { z } from 'zod';
import { endOfDay, parseDay } from './calendar.ts';

/**
 * A day as typed where the browser has no calendar: `30/06/2026`, `1-7-26`, or ISO, as ISO. Null for anything else and
 * for days that do not exist.
 */
export function readDay(typed: string): string | null {
  const text = typed.normalize('NFKC').trim();
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(text) ?? [];
  const iso = day ? [year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-') : text;
  return z.iso.date().safeParse(iso).success ? iso : null;
}

/** The same for forms; blank is blank. */
export const typedDay = z.string({ error: 'Data inválida.' }).transform((typed, context) => {
  const day = typed.trim() === '' ? '' : readDay(typed);
  if (day !== null) return day;
  context.addIssue({ code: 'custom', message: 'Data inválida. Exemplo: 30/06/2026.' });
  return z.NEVER;
});

/** The last second of a typed day in São Paulo; blank: null. */
export const endOfTypedDay = typedDay.transform((day) => (day ? endOfDay(parseDay(day)) : null));
