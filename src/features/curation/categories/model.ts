import { z } from 'zod';
import { factsOfKind } from '#features/catalog/kinds.ts';
import { idSchema } from '#platform/ids.ts';

export const kindName = (kind: string): string => factsOfKind(kind)?.formName ?? 'Outros';

/** A category's form; without an id it creates one. */
export const categoryFormSchema = z.object({
  id: z.union([idSchema, z.literal('')]).default(''),
  name: z
    .string({ error: 'Informe o nome.' })
    .trim()
    .min(1, 'Informe o nome.')
    .max(80, 'O nome deve ter no máximo 80 caracteres.')
    .transform((name) => name.replace(/\s+/g, ' ').toLocaleUpperCase('pt-BR')),
  description: z
    .string()
    .trim()
    .max(500, 'A descrição deve ter no máximo 500 caracteres.')
    .default('')
    .transform((text) => text || null),
  /** The version that was edited; left out, any stored one is replaced. */
  version: z.string().max(10_000).optional(),
});
export type CategoryForm = z.output<typeof categoryFormSchema>;

/** A version of the form's fields only. */
export const versionOf = ({ name, description }: { name: string; description: string | null }): string =>
  JSON.stringify([name, description]);

export interface ManagedCategory {
  id: string;
  name: string;
  kind: string;
  description: string | null;
  isActive: boolean;
  packages: number;
}

const failed = 'Erro ao salvar categoria';
/** Titles of toasts after a failed change of categories. */
export const categoryFailures = { save: failed, order: failed, active: failed };
