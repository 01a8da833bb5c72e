import { z } from 'zod';
import { idPattern } from './ids.ts';

/** An id as it arrives from outside: nothing else reaches a query. */
export const idSchema = z.string().regex(idPattern);

/** Ids of one text, with commas between them. */
export const idsSchema = (most: number) =>
  z
    .string()
    .max(most * 27)
    .transform((ids) => ids.split(','))
    .pipe(z.array(idSchema).max(most));
