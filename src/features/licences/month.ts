import { z } from 'zod';
import { startOfDay, startOfNextMonth } from '#platform/calendar.ts';
import { lazily } from '#platform/lazily.ts';

/** `2026-11`; anything else is no month. */
export const monthSchema = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
  .or(z.literal(''))
  .catch('');

/** The instants between which a month lies in São Paulo; `to` is exclusive. */
export function monthSpan(month: string): { from: Date; to: Date } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const from = startOfDay({ year, month: number, day: 1 });
  return { from, to: startOfNextMonth(from) };
}

const monthFormat = lazily(
  () => new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'America/Sao_Paulo' }),
);

/** `novembro de 2026` */
export const monthName = (month: string): string => monthFormat().format(monthSpan(month).from);
