import { z } from 'zod';
import { categoryFields } from '#features/catalog/category-definition.ts';
import { factsOfKind } from '#features/catalog/kinds.ts';
import { shapeOf } from '#platform/definition.ts';
import { idSchema } from '#platform/id-schema.ts';

export const kindName = (kind: string): string => factsOfKind(kind)?.formName ?? 'Outros';

/** A category's form; without an id it creates one. */
export const categoryFormSchema = z.object({
  id: z.union([idSchema, z.literal('')]).default(''),
  ...shapeOf(categoryFields),
  /** The version that was edited; left out, any stored one is replaced. */
  version: z.string().max(64).optional(),
});
export type CategoryForm = z.output<typeof categoryFormSchema>;

export interface ManagedCategory {
  id: string;
  /** The one to send when saving. */
  version: string;
  name: string;
  kind: string;
  description: string | null;
  isActive: boolean;
  packages: number;
}

const failed = 'Erro ao salvar categoria';
/** Titles of toasts after a failed change of categories. */
export const categoryFailures = { save: failed, order: failed, active: failed };
