import { z } from 'zod';
import { readDriveAddress } from './drive-address.ts';

/** Parses comma-separated tags: trimmed, without blanks and duplicates; null when none is left (PKM-12). */
export function readTags(typed: string): string[] | null {
  const tags = typed
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  return tags.length > 0 ? [...new Set(tags)] : null;
}

export const driveRefusal = 'Por favor, insira um link válido do Google Drive';

/** The form of a package, and its stored values. */
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
  /** Only Drive's own hosts; null when empty. */
  googleDriveUrl: z
    .string()
    .trim()
    .max(2000, 'O link é longo demais.')
    .default('')
    .refine((text) => text === '' || readDriveAddress(text) !== null, driveRefusal)
    .transform((text) => text || null),
  /** An integer; anything else becomes 0 (PKM-11). */
  orderIndex: z.preprocess((value) => {
    const number = Number.parseInt(String(value ?? ''), 10);
    return Number.isSafeInteger(number) && Math.abs(number) < 2 ** 31 ? number : 0;
  }, z.number()),
  isFeatured: z.boolean().default(false),
  isActive: z.boolean().default(true),
});
