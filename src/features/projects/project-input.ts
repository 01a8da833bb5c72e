import { z } from 'zod';
import { idSchema } from '#platform/ids.ts';
import { type Addition, longestNote, longestTitle, mostTracks } from './model.ts';

const asking = 'Informe as faixas ou o pacote.';
const trackIds = z.array(idSchema, asking).min(1, asking).max(mostTracks, asking);

const titleSchema = z
  .string({ error: 'Dê um nome ao projeto.' })
  .trim()
  .min(1, 'Dê um nome ao projeto.')
  .max(longestTitle, `O nome do projeto deve ter no máximo ${longestTitle} caracteres.`);

const wanted = { track_ids: trackIds.optional(), package_id: idSchema.optional() };

interface Wanted {
  track_ids?: string[] | undefined;
  package_id?: string | undefined;
}

/** Either tracks or a package. */
function additionOf({ track_ids, package_id }: Wanted, context: z.RefinementCtx): Addition {
  if (track_ids) return { trackIds: track_ids };
  if (package_id) return { packageId: package_id };
  context.addIssue(asking);
  return z.NEVER;
}

/** What GET /functions/projects asks about. */
export const wantedSchema = z.object(wanted).transform(additionOf);

/** Body of POST /functions/projects: a new project with what is in it. */
export const createSchema = z
  .object({ title: titleSchema, ...wanted })
  .transform((body, context) => ({ title: body.title, addition: additionOf(body, context) }));

/** Body of POST /functions/project-tracks. */
export const addSchema = z
  .object({ project_id: idSchema, ...wanted })
  .transform((body, context) => ({ projectId: body.project_id, addition: additionOf(body, context) }));

/** Body of DELETE /functions/project-tracks. */
export const tracksSchema = z
  .object({ project_id: idSchema, track_ids: trackIds })
  .transform(({ project_id, track_ids }) => ({ projectId: project_id, trackIds: track_ids }));

/** Body of PUT /functions/project-tracks. */
export const restoreSchema = z
  .object({ project_id: idSchema, track_id: idSchema })
  .transform(({ project_id, track_id }) => ({ projectId: project_id, trackId: track_id }));

/** Body of PUT /functions/projects. */
export const stateSchema = z
  .object({ project_id: idSchema, is_archived: z.boolean().optional(), is_deleted: z.boolean().optional() })
  .transform(({ project_id, is_archived, is_deleted }) => ({
    projectId: project_id,
    isArchived: is_archived,
    isDeleted: is_deleted,
  }));

/** Forms of the pages. */
export const titleForm = z.object({ title: titleSchema });
export const projectForm = z.object({ id: idSchema });
export const renameForm = projectForm.extend({ title: titleSchema });
export const noteForm = z.object({
  trackId: idSchema,
  note: z.string().trim().max(longestNote, `A nota deve ter no máximo ${longestNote} caracteres.`),
});
/** The wanted order: ids, with commas between them. */
export const orderForm = z.object({
  ids: z
    .string()
    .max(mostTracks * 27)
    .transform((ids) => ids.split(','))
    .pipe(z.array(idSchema).max(mostTracks)),
});
