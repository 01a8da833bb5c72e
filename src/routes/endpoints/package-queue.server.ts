import { Hono } from 'hono';
import { findQueue } from '#features/catalog/pack/queries.server.ts';
import { requireSubscriber } from '#features/subscriptions/gates.server.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#routes/app.server.ts';

/** GET /package/{id}/queue: a package's tracks for the player, for subscribers; without audio URLs. */
export function packageQueueEndpoint(app: App): Hono {
  return new Hono().get('/package/:id/queue', async (c) => {
    requireSubscriber(await app.viewers.read(c.req.raw));
    const queue = await findQueue(app, c.req.param('id'));
    if (!queue) throw new AppError('not-found', 'Pacote não encontrado');
    return c.json(queue, 200, { 'Cache-Control': 'private, no-store' });
  });
}
