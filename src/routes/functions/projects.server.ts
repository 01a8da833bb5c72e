import { type Context, Hono } from 'hono';
import { requireUser } from '#features/accounts/gates.server.ts';
import { archiveProject, bringBack, deleteProject } from '#features/projects/change-project.server.ts';
import {
  type Added,
  addTracks,
  createWith,
  removeTracks,
  restoreTrack,
} from '#features/projects/change-tracks.server.ts';
import { projectTexts } from '#features/projects/model.ts';
import {
  addSchema,
  createSchema,
  restoreSchema,
  stateSchema,
  tracksSchema,
  wantedSchema,
} from '#features/projects/project-input.ts';
import { listChoices } from '#features/projects/queries.server.ts';
import { requireSubscriber } from '#features/subscriptions/gates.server.ts';
import { AppError, firstMessage } from '#platform/errors.ts';
import { readJson } from '#platform/http.server.ts';
import type { App } from '#routes/app.server.ts';

const lists = '/functions/projects';
const tracks = '/functions/project-tracks';
const noStore = { 'Cache-Control': 'private, no-store' };

const refusals = {
  'not-found': () => new AppError('not-found', projectTexts.unknown),
  'no-tracks': () => new AppError('not-found', projectTexts.noTracks),
  full: () => new AppError('conflict', projectTexts.full),
  'too-many': () => new AppError('conflict', projectTexts.tooMany),
};

/**
 * The caller's own projects. GET /functions/projects?tracks=a,b or ?package=a: which of them hold these; POST {title,
 * track_ids | package_id}: a new one; PUT {project_id, is_archived? | is_deleted?}: into the archive or the bin, and back.
 * /functions/project-tracks: POST adds, DELETE takes out, PUT puts one back. Adding needs a plan, tidying up does not.
 */
export function projectsEndpoint(app: App): Hono {
  const user = async (c: Context) => requireUser(await app.viewers.read(c.req.raw));
  const subscriber = async (c: Context) => requireSubscriber(await app.viewers.read(c.req.raw));
  return new Hono()
    .get(lists, async (c) => {
      const owner = await subscriber(c);
      const asked = wantedSchema.safeParse({
        package_id: c.req.query('package'),
        track_ids: c.req.query('tracks')?.slice(0, 20_000).split(','),
      });
      if (!asked.success) throw new AppError('invalid', firstMessage(asked.error));
      return c.json(await listChoices(app.db, owner, asked.data), 200, noStore);
    })
    .post(lists, async (c) => {
      const owner = await subscriber(c);
      const { title, addition } = await readJson(c.req.raw, createSchema);
      return c.json(said(await createWith(app.db, owner, title, addition)), 201, noStore);
    })
    .put(lists, async (c) => {
      const owner = await user(c);
      const { projectId, isArchived, isDeleted } = await readJson(c.req.raw, stateSchema);
      const change = isDeleted ? deleteProject : bringBack;
      const outcome =
        isDeleted === undefined
          ? await archiveProject(app.db, owner, projectId, isArchived ?? false)
          : await change(app.db, owner, projectId);
      if (!outcome.ok) throw refusals[outcome.reason]();
      return c.json({ ok: true }, 200, noStore);
    })
    .post(tracks, async (c) => {
      const owner = await subscriber(c);
      const { projectId, addition } = await readJson(c.req.raw, addSchema);
      return c.json(said(await addTracks(app.db, owner, projectId, addition)), 200, noStore);
    })
    .delete(tracks, async (c) => {
      const owner = await user(c);
      const { projectId, trackIds } = await readJson(c.req.raw, tracksSchema);
      const removed = await removeTracks(app.db, owner, projectId, trackIds);
      if (!removed) throw refusals['not-found']();
      return c.json({ removed }, 200, noStore);
    })
    .put(tracks, async (c) => {
      const owner = await user(c);
      const { projectId, trackId } = await readJson(c.req.raw, restoreSchema);
      const outcome = await restoreTrack(app.db, owner, projectId, trackId);
      if (!outcome.ok) throw refusals[outcome.reason]();
      return c.json({ ok: true }, 200, noStore);
    });
}

/** The answer to an addition. @throws AppError when it is refused */
function said(outcome: Added) {
  if (!outcome.ok) throw refusals[outcome.reason]();
  const { projectId, added, already } = outcome;
  return { project_id: projectId, added, already };
}
