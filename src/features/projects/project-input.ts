import { z } from 'zod';
import { idSchema, idsSchema } from '#platform/id-schema.ts';
import { typedLine, typedText } from '#platform/typed-text.ts';
import { type Addition, longestNote, longestTitle, mostTracks } from './model.ts';

const asking = 'Informe as faixas ou o pacote.';
const trackIds = z.array(idSchema, asking).min(1, asking).max(mostTracks, asking);

const titleSchema = typedLine({ error: 'Dê um nome ao projeto.' })
  .min(1, 'Dê um nome ao projeto.')
  .max(longestTitle, `O nome do projeto deve ter no máximo ${longestTitle} caracteres.`);

const wanted = { trackIds: trackIds.optional(), packageId: idSchema.optional() };

interface Wanted {
  trackIds?: string[] | undefined;
  packageId?: string | undefined;
}

/** Tracks or a package; null: neither. */
const additionOf = ({ trackIds, packageId }: Wanted): Addition | null =>
  trackIds ? { trackIds } : packageId ? { packageId } : null;

/** What GET /functions/projects asks about. */
export const askedSchema = z.object(wanted).transform(additionOf);

/** Body of POST /functions/projects: a new project, with what is in it at once. */
export const createSchema = z
  .object({ title: titleSchema, ...wanted })
  .transform(({ title, ...what }) => ({ title, addition: additionOf(what) }));

/** Body of POST /functions/projects/{id}/tracks. */
export const addSchema = z.object(wanted).transform((what, context): Addition => {
  const addition = additionOf(what);
  if (addition) return addition;
  context.addIssue(asking);
  return z.NEVER;
});

/** Body of DELETE and PATCH /functions/projects/{id}/tracks. */
export const tracksSchema = z.object({ trackIds });

/** Body of PUT /functions/projects/{id}/tracks. */
export const restoreSchema = z.object({ trackId: idSchema });

/** Body of PUT /functions/projects/{id}. */
export const stateSchema = z.union(
  [z.object({ isArchived: z.boolean() }), z.object({ isDeleted: z.boolean() })],
  'Diga se o projeto vai para o arquivo ou é excluído.',
);

/** Forms of the pages. */
export const titleForm = z.object({ title: titleSchema });
export const projectForm = z.object({ id: idSchema });
export const renameForm = projectForm.extend({ title: titleSchema });
export const noteForm = z.object({
  trackId: idSchema,
  note: typedText().max(longestNote, `A nota deve ter no máximo ${longestNote} caracteres.`),
});
/** The wanted order: ids, with commas between them. */
export const orderForm = z.object({ ids: idsSchema(mostTracks) });
