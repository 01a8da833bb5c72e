import { type Context, Hono } from 'hono';
import { refusals } from '#features/downloads/model.ts';
import { cancelZip, isTicket, zipWatchOf } from '#features/downloads/zip/progress.ts';
import { requireSubscriber } from '#features/subscriptions/gates.server.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#routes/app.server.ts';

/**
 * GET /package/{id}/zip/progress?ticket=: progress of a ZIP that the browser downloads itself (DWN-05). DELETE cancels
 * it.
 */
export function zipProgressEndpoint(app: App): Hono {
  const path = '/package/:id/zip/progress';
  const unknown = () => new AppError('not-found', refusals.unknownPackage);
  const read = async (c: Context) => {
    const { userId } = requireSubscriber(await app.viewers.read(c.req.raw));
    const ticket = c.req.query('ticket') ?? null;
    if (!isTicket(ticket)) throw unknown();
    return { userId, ticket };
  };
  return new Hono()
    .get(path, async (c) => {
      const { userId, ticket } = await read(c);
      const progress = zipWatchOf(app).read(userId, ticket);
      if (!progress) throw unknown();
      return c.json(progress, 200, { 'Cache-Control': 'no-store' });
    })
    .delete(path, async (c) => {
      const { userId, ticket } = await read(c);
      if (!(await cancelZip(app, userId, ticket))) throw unknown();
      return c.json({ ok: true });
    });
}
