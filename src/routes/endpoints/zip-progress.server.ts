import { Hono } from 'hono';
import { refusals } from '#features/downloads/model.ts';
import { isTicket, zipWatchOf } from '#features/downloads/zip/progress.ts';
import { requireSubscriber } from '#features/subscriptions/gates.server.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#routes/app.server.ts';

/** GET /package/{id}/zip/progress?ticket=: how far a ZIP is that the browser saves by itself (DWN-05). */
export function zipProgressEndpoint(app: App): Hono {
  return new Hono().get('/package/:id/zip/progress', async (c) => {
    const { userId } = requireSubscriber(await app.viewers.read(c.req.raw));
    const ticket = c.req.query('ticket') ?? null;
    const progress = isTicket(ticket) ? zipWatchOf(app).read(userId, ticket) : null;
    if (!progress) throw new AppError('not-found', refusals.unknownPackage);
    return c.json(progress, 200, { 'Cache-Control': 'no-store' });
  });
}
