import { z } from 'zod';
import type { packages } from '#db/schema/catalog.ts';
import { type Fields, optionalText } from '#platform/definition.ts';
import { bareIsrc, bareIswc, isIsrc, isIswc } from './work-codes.ts';

export type Work = Pick<typeof packages.$inferSelect, 'authors' | 'publisher' | 'isrc' | 'iswc'>;

const code = (bare: (typed: string) => string, isRight: (bare: string) => boolean, message: string) =>
  z
    .string()
    .max(40, message)
    .default('')
    .transform(bare)
    .refine((text) => text === '' || isRight(text), message)
    .transform((text) => text || null);

/** Who wrote and published a work, and its codes: of a package, and of a track where it differs. */
export const workFields = {
  authors: {
    ...optionalText({
      label: 'Autores',
      control: 'line',
      max: 300,
      tooLong: 'Os autores devem ter no máximo 300 caracteres.',
    }),
    width: 'half',
  },
  publisher: {
    ...optionalText({
      label: 'Editora',
      control: 'line',
      max: 200,
      tooLong: 'A editora deve ter no máximo 200 caracteres.',
    }),
    width: 'half',
  },
  isrc: {
    label: 'ISRC',
    inSentence: 'ISRC',
    control: 'line',
    maxLength: 40,
    placeholder: 'BRA1B2600001',
    width: 'half',
    schema: code(bareIsrc, isIsrc, 'Confira o ISRC: são 12 caracteres, como BRA1B2600001.'),
  },
  iswc: {
    label: 'ISWC',
    inSentence: 'ISWC',
    control: 'line',
    maxLength: 40,
    placeholder: 'T-000.000.001-0',
    width: 'half',
    schema: code(bareIswc, isIswc, 'Confira o ISWC: o dígito final não bate com o resto.'),
  },
} satisfies Fields<Work>;
