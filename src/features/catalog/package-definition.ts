import { z } from 'zod';
import type { packages } from '#db/schema/catalog.ts';
import {
  type Fields,
  type FormText,
  optionalText,
  requiredLine,
  shapeOf,
  without,
} from '#platform/definition.ts';
import { readWhole, wholeRefusal } from '#platform/number.ts';
import { typedLine } from '#platform/typed-text.ts';
import { plainDriveAddress, readDriveAddress } from './drive-address.ts';
import { workFields } from './work-definition.ts';

/** Parses comma-separated tags: trimmed, without blanks and duplicates; null when none is left (PKM-12). */
export function readTags(typed: string): string[] | null {
  const tags = typed
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  return tags.length > 0 ? [...new Set(tags)] : null;
}

export const driveRefusal = 'Por favor, insira um link válido do Google Drive';

export type Package = typeof packages.$inferSelect;

/** Columns that the program sets, not a form. */
type Unedited =
  | 'id'
  | 'coverGenerated'
  | 'createdByAi'
  | 'isDraft'
  | 'categoryOpen'
  | 'driveFolderId'
  | 'deletedAt'
  | 'createdAt'
  | 'updatedAt'
  | 'place'
  | 'trackCount'
  | 'totalSize'
  | 'tracksFold'
  | 'soundClasses'
  | 'voicelessClasses'
  | 'catalogueKey'
  | 'titleFold'
  | 'tagsFold'
  | 'descriptionFold';

/** The editable fields of a package (PKM-09), in order: source of forms, schema, version, and audit words. */
export const packageFields = {
  title: requiredLine({
    label: 'Título',
    missing: 'Informe o título.',
    max: 200,
    tooLong: 'O título deve ter no máximo 200 caracteres.',
    width: 'half',
  }),
  categoryId: {
    label: 'Categoria',
    control: 'choice',
    required: true,
    placeholder: 'Selecione uma categoria',
    width: 'half',
    schema: z.string({ error: 'Selecione uma categoria' }).min(1, 'Selecione uma categoria'),
  },
  description: optionalText({
    label: 'Descrição',
    control: 'lines',
    rows: 3,
    max: 5000,
    tooLong: 'A descrição deve ter no máximo 5.000 caracteres.',
  }),
  ...workFields,
  /** Only Drive's own hosts. */
  googleDriveUrl: {
    label: 'URL do Google Drive',
    audit: 'Link do Google Drive',
    inSentence: 'URL do Google Drive',
    control: 'url',
    placeholder: 'https://drive.google.com/drive/folders/...',
    hint: 'O link de uma pasta ou de um arquivo, como o Drive o copia.',
    schema: typedLine()
      .max(2000, 'O link é longo demais.')
      .default('')
      .refine((text) => text === '' || readDriveAddress(text) !== null, driveRefusal)
      .transform((text) => plainDriveAddress(text) || null),
  },
  /** The uploaded cover; null: it is drawn. */
  coverKey: { label: 'Imagem de Capa', audit: 'Capa', control: 'own' },
  tags: {
    label: 'Tags',
    control: 'line',
    maxLength: 2000,
    placeholder: 'natal, alegre, abertura',
    hint: 'Separadas por vírgulas.',
    width: 'rest',
    schema: typedLine()
      .max(2000, 'As tags devem ter no máximo 2.000 caracteres.')
      .default('')
      .transform(readTags),
  },
  /** An integer; blank or without a digit it is 0 (PKM-11). */
  orderIndex: {
    label: 'Ordem',
    control: 'number',
    width: 'narrow',
    schema: z
      .unknown()
      .default('')
      .transform((value, context) => {
        const text = String(value ?? '');
        const number = /\d/.test(text) ? readWhole(text) : 0;
        if (number !== null && Math.abs(number) < 2 ** 31) return number;
        context.addIssue({ code: 'custom', message: wholeRefusal });
        return z.NEVER;
      }),
  },
  isFeatured: {
    label: 'Destaque',
    audit: 'Em destaque',
    control: 'switch',
    hint: 'Ganha o selo Destaque.',
    width: 'half',
    schema: z.boolean().default(false),
  },
  isActive: {
    label: 'Ativo',
    control: 'switch',
    hint: 'Os assinantes veem o pacote.',
    width: 'half',
    schema: z.boolean().default(true),
  },
} satisfies Fields<Package, Unedited>;

export const draftFields = without(
  packageFields,
  'authors',
  'publisher',
  'isrc',
  'iswc',
  'googleDriveUrl',
  'coverKey',
  'orderIndex',
  'isFeatured',
  'isActive',
);

export const newPackage: Partial<FormText<typeof packageFields>> = { orderIndex: '0', isActive: true };

export const packageInputSchema = z.object(shapeOf(packageFields));
