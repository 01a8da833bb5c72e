import { z } from 'zod';
import { readTags } from '#features/catalog/package-definition.ts';
import { idSchema } from '#platform/id-schema.ts';

const tags = z
  .string()
  .max(2000)
  .transform(readTags)
  .refine((list) => list !== null, 'Escreva ao menos uma tag.')
  // biome-ignore lint/style/noNonNullAssertion: the refinement above refuses null
  .transform((list) => list!);

export const batchSchema = z
  .discriminatedUnion('change', [
    z.object({ change: z.literal('activate') }),
    z.object({ change: z.literal('deactivate') }),
    z.object({ change: z.literal('move'), categoryId: z.string().min(1, 'Selecione uma categoria') }),
    z.object({ change: z.literal('add-tags'), tags }),
    z.object({ change: z.literal('remove-tags'), tags }),
  ])
  .and(z.object({ ids: z.array(idSchema).min(1, 'Selecione ao menos um pacote.').max(500) }));
export type Batch = z.output<typeof batchSchema>;
