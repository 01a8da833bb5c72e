import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { requireUser } from '#features/accounts/gates.server.ts';
import { projectTexts } from '#features/projects/model.ts';
import { findTitle } from '#features/projects/queries.server.ts';
import { AppError } from '#platform/errors.ts';
import { isId } from '#platform/ids.ts';
import type { App } from '#routes/app.server.ts';

/** Milliseconds between two keep-alives. */
const heartbeat = 25_000;

/** GET /functions/projects/{id}/events: tells the owner, as server-sent events, that somebody has answered. */
export function projectEventsEndpoint(app: App): Hono {
  return new Hono().get('/functions/projects/:id/events', async (c) => {
    const owner = requireUser(await app.viewers.read(c.req.raw));
    const id = c.req.param('id');
    if (!isId(id) || !(await findTitle(app.db, owner, id)))
      throw new AppError('not-found', projectTexts.unknown);
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
    return streamSSE(c, async (stream) => {
      const tell = (key: string) => {
        if (key === id || key === '*') void stream.writeSSE({ event: 'changed', data: '' });
      };
      const stopListening = app.bus.on('projects', tell);
      const left = new AbortController();
      stream.onAbort(() => left.abort());
      const over = AbortSignal.any([left.signal, app.ending]);
      while (!over.aborted) {
        // The stream ends with the session, and with the project.
        const viewer = await app.viewers.read(c.req.raw);
        if (!viewer || !(await findTitle(app.db, viewer.user, id))) break;
        await stream.writeSSE({ event: 'alive', data: '' });
        await pause(heartbeat, undefined, { signal: over }).catch(() => {});
      }
      stopListening();
    });
  });
}
