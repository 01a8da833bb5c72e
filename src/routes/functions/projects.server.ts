import { type Context, Hono } from 'hono';
import { requireUser } from '#features/accounts/gates.server.ts';
import {
  archiveProject,
  bringBack,
  createProject,
  deleteProject,
} from '#features/projects/change-project.server.ts';
import {
  type Added,
  addTracks,
  createWith,
  orderTracks,
  removeTracks,
  restoreTrack,
} from '#features/projects/change-tracks.server.ts';
import { projectTexts } from '#features/projects/model.ts';
import {
  addSchema,
  askedSchema,
  createSchema,
  restoreSchema,
  stateSchema,
  tracksSchema,
} from '#features/projects/project-input.ts';
import { listChoices } from '#features/projects/queries.server.ts';
import { requireSubscriber } from '#features/subscriptions/gates.server.ts';
import { AppError, firstMessage } from '#platform/errors.ts';
import { readJson } from '#platform/http.server.ts';
import { isId } from '#platform/ids.ts';
import type { App } from '#routes/app.server.ts';

const lists = '/functions/projects';
const one = '/functions/projects/:id';
const tracks = '/functions/projects/:id/tracks';
const noStore = { 'Cache-Control': 'private, no-store' };

const refusals = {
  'not-found': () => new AppError('not-found', projectTexts.unknown),
  'no-tracks': () => new AppError('not-found', projectTexts.noTracks),
  full: () => new AppError('conflict', projectTexts.full),
  'too-many': () => new AppError('conflict', projectTexts.tooMany),
};

/** Longest list of ids in an address. */
const longestQuery = 20_000;

/**
 * The caller's own projects. GET /functions/projects, with ?tracks=a,b or ?package=a also how many of these each holds;
 * POST {title, trackIds? | packageId?}: a new one; PUT …/{id} {isArchived | isDeleted}: into the archive or the bin, and
 * back. Adding needs a plan, tidying up does not.
 */
export function projectsEndpoint(app: App): Hono {
  const { user, subscriber } = callersOf(app);
  return new Hono()
    .get(lists, async (c) => {
      const owner = await user(c);
      const asked = askedSchema.safeParse({
        packageId: c.req.query('package'),
        trackIds: c.req.query('tracks')?.slice(0, longestQuery).split(','),
      });
      if (!asked.success) throw new AppError('invalid', firstMessage(asked.error));
      return c.json(await listChoices(app.db, owner, asked.data), 200, noStore);
    })
    .post(lists, async (c) => {
      const owner = await subscriber(c);
      const { title, addition } = await readJson(c.req.raw, createSchema);
      if (addition) return c.json(said(await createWith(app.db, owner, title, addition)), 201, noStore);
      const made = await createProject(app.db, owner, title);
      if (!made.ok) throw refusals[made.reason]();
      return c.json({ id: made.id, added: [], already: 0 }, 201, noStore);
    })
    .put(one, async (c) => {
      const owner = await user(c);
      const id = idOf(c);
      const wish = await readJson(c.req.raw, stateSchema);
      const outcome =
        'isArchived' in wish
          ? await archiveProject(app.db, owner, id, wish.isArchived)
          : await (wish.isDeleted ? deleteProject : bringBack)(app.db, owner, id);
      if (!outcome.ok) throw refusals[outcome.reason]();
      return c.json({ ok: true }, 200, noStore);
    });
}

/**
 * The tracks of a project of the caller: POST adds {trackIds | packageId}, DELETE takes {trackIds} out, PUT puts {trackId}
 * back, PATCH sets the order {trackIds}.
 */
export function projectTracksEndpoint(app: App): Hono {
  const { user, subscriber } = callersOf(app);
  return new Hono()
    .post(tracks, async (c) => {
      const owner = await subscriber(c);
      const addition = await readJson(c.req.raw, addSchema);
      return c.json(said(await addTracks(app.db, owner, idOf(c), addition)), 200, noStore);
    })
    .delete(tracks, async (c) => {
      const owner = await user(c);
      const { trackIds } = await readJson(c.req.raw, tracksSchema);
      const removed = await removeTracks(app.db, owner, idOf(c), trackIds);
      if (!removed) throw refusals['not-found']();
      return c.json({ removed }, 200, noStore);
    })
    .put(tracks, async (c) => {
      const owner = await user(c);
      const { trackId } = await readJson(c.req.raw, restoreSchema);
      const outcome = await restoreTrack(app.db, owner, idOf(c), trackId);
      if (!outcome.ok) throw refusals[outcome.reason]();
      return c.json({ ok: true }, 200, noStore);
    })
    .patch(tracks, async (c) => {
      const owner = await user(c);
      const { trackIds } = await readJson(c.req.raw, tracksSchema);
      const outcome = await orderTracks(app.db, owner, idOf(c), trackIds);
      if (!outcome.ok) throw refusals[outcome.reason]();
      return c.json({ ok: true }, 200, noStore);
    });
}

const callersOf = (app: App) => ({
  user: async (c: Context) => requireUser(await app.viewers.read(c.req.raw)),
  subscriber: async (c: Context) => requireSubscriber(await app.viewers.read(c.req.raw)),
});

/** The project's id. @throws AppError `not-found` when it is none */
function idOf(c: Context): string {
  const id = c.req.param('id');
  if (!isId(id)) throw refusals['not-found']();
  return id;
}

/** The answer to an addition. @throws AppError when it is refused */
function said(outcome: Added) {
  if (!outcome.ok) throw refusals[outcome.reason]();
  const { projectId, added, already } = outcome;
  return { id: projectId, added, already };
}
