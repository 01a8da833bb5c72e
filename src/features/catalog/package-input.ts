import { z } from 'zod';
import { readDriveAddress } from './drive-address.ts';

/** Tags as typed, with commas between: trimmed, empties and repetitions dropped; null when none is left (PKM-12). */
export function readTags(typed: string): string[] | null {
  const tags = typed
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  return tags.length > 0 ? [...new Set(tags)] : null;
}

/** What is said of an address that is not Drive's (specification, section 5). */
export const driveRefusal = 'Por favor, insira um link válido do Google Drive';

/** What an administrator says of a package, as a form sends it, and as it is stored. */
export const packageInputSchema = z.object({
  title: z
    .string({ error: 'Informe o título.' })
    .trim()
    .min(1, 'Informe o título.')
    .max(200, 'O título deve ter no máximo 200 caracteres.'),
  categoryId: z.string({ error: 'Selecione uma categoria' }).min(1, 'Selecione uma categoria'),
  description: z
    .string()
    .trim()
    .max(5000, 'A descrição deve ter no máximo 5.000 caracteres.')
    .default('')
    .transform((text) => text || null),
  tags: z.string().max(2000, 'As tags devem ter no máximo 2.000 caracteres.').default('').transform(readTags),
  /** Of Drive's own hosts only; null when left empty. */
  googleDriveUrl: z
    .string()
    .trim()
    .max(2000, 'O link é longo demais.')
    .default('')
    .refine((text) => text === '' || readDriveAddress(text) !== null, driveRefusal)
    .transform((text) => text || null),
  /** An integer; anything else is 0 (PKM-11). */
  orderIndex: z.preprocess((value) => {
    const number = Number.parseInt(String(value ?? ''), 10);
    return Number.isSafeInteger(number) && Math.abs(number) < 2 ** 31 ? number : 0;
  }, z.number()),
  isFeatured: z.boolean().default(false),
  isActive: z.boolean().default(true),
});
