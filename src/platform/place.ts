import { z } from 'zod';
import { type Place, placeNames } from './list.ts';

/** A place in a list, as addresses say it. The ids make far pages as cheap as the first one. */
export const placeSchema = z.object({
  pagina: z.coerce.number().int().min(1).max(100_000).catch(1),
  /** The row that the page follows, or precedes. */
  depois: rowId(),
  antes: rowId(),
});

function rowId() {
  return z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional()
    .catch(undefined);
}

export function readPlace(query: URLSearchParams, list?: string): Place {
  const { page, after, before } = placeNames(list);
  return placeSchema.parse({
    pagina: query.get(page) ?? 1,
    depois: query.get(after) ?? undefined,
    antes: query.get(before) ?? undefined,
  });
}
