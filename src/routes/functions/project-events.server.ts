import { Hono } from 'hono';
import { requireUser } from '#features/accounts/gates.server.ts';
import { projectTexts } from '#features/projects/model.ts';
import { findTitle } from '#features/projects/queries.server.ts';
import { AppError } from '#platform/errors.ts';
import { isId } from '#platform/ids.ts';
import type { App } from '#routes/app.server.ts';
import { streamEvents } from './event-stream.server.ts';

/** GET /functions/projects/{id}/events: tells the owner, as server-sent events, that somebody has answered. */
export function projectEventsEndpoint(app: App): Hono {
  return new Hono().get('/functions/projects/:id/events', async (c) => {
    const owner = requireUser(await app.viewers.read(c.req.raw));
    const id = c.req.param('id');
    if (!isId(id) || !(await findTitle(app.db, owner, id)))
      throw new AppError('not-found', projectTexts.unknown);
    return streamEvents(app, c, {
      caller: owner.userId,
      topic: 'projects',
      concerns: (key) => key === id || key === '*',
      // The stream ends with the session, and with the project.
      async mayListen() {
        const viewer = await app.viewers.read(c.req.raw);
        return viewer !== null && (await findTitle(app.db, viewer.user, id)) !== null;
      },
    });
  });
}
