import { z } from 'zod';
import { startOfMonth, startOfNextMonth } from '#platform/calendar.ts';

/** `2026-11`; anything else is no month. */
export const monthSchema = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
  .or(z.literal(''))
  .catch('');

/** The instants between which a month lies in São Paulo; `to` is exclusive. */
export function monthSpan(month: string): { from: Date; to: Date } {
  const from = startOfMonth(month);
  return { from, to: startOfNextMonth(from) };
}
