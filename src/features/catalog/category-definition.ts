import type { categories } from '#db/schema/catalog.ts';
import { type Fields, optionalText, requiredLine } from '#platform/definition.ts';

type Category = typeof categories.$inferSelect;

const name = requiredLine({
  label: 'Nome',
  missing: 'Informe o nome.',
  max: 80,
  tooLong: 'O nome deve ter no máximo 80 caracteres.',
});

/** The fields of a category. Its kind follows from its name; the list sets the order and the switch. */
export const categoryFields = {
  name: {
    ...name,
    schema: name.schema.transform((text) => text.replace(/\s+/g, ' ').toLocaleUpperCase('pt-BR')),
  },
  description: optionalText({
    label: 'Descrição',
    control: 'lines',
    max: 500,
    tooLong: 'A descrição deve ter no máximo 500 caracteres.',
  }),
} satisfies Fields<Category, 'id' | 'kind' | 'isActive' | 'orderIndex' | 'createdAt'>;
