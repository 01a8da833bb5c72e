import { z } from 'zod';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new id: 26 characters, sortable by time (ULID in lower case). */
export function newId(now: number = Date.now()): string {
  let time = '';
  let rest = now;
  for (let i = 0; i < 10; i++) {
    time = alphabet[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  const random = crypto.getRandomValues(new Uint8Array(16));
  return time + Array.from(random, (byte) => alphabet[byte % 32]).join('');
}

/** An id as it arrives from outside: nothing else reaches a query. */
export const idSchema = z.string().regex(/^[0-9a-z]{26}$/);

export const isId = (value: unknown): value is string => idSchema.safeParse(value).success;

/** Ids of one text, with commas between them. */
export const idsSchema = (most: number) =>
  z
    .string()
    .max(most * 27)
    .transform((ids) => ids.split(','))
    .pipe(z.array(idSchema).max(most));
