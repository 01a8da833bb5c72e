import { type Context, Hono } from 'hono';
import { refusals } from '#features/downloads/model.ts';
import { cancelZip, isTicket, zipWatchOf } from '#features/downloads/zip/progress.ts';
import { requireSubscriber } from '#features/subscriptions/gates.server.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#routes/app.server.ts';

/**
 * GET /package/{id}/zip/progress?ticket=, and the same of a delivery: progress of a ZIP that the browser downloads itself (DWN-05). DELETE cancels
 * it.
 */
export function zipProgressEndpoint(app: App): Hono {
  const hono = new Hono();
  const unknown = () => new AppError('not-found', refusals.unknownPackage);
  const read = async (c: Context) => {
    const { userId } = requireSubscriber(await app.viewers.read(c.req.raw));
    const ticket = c.req.query('ticket') ?? null;
    if (!isTicket(ticket)) throw unknown();
    return { userId, ticket };
  };
  for (const path of ['/package/:id/zip/progress', '/preparar/:id/zip/progress']) {
    hono
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
  return hono;
}
