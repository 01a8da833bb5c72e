import { Hono } from 'hono';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { countPlay } from '#features/figures/count-play.server.ts';
import { countWaiting } from '#features/figures/queries.server.ts';
import { requireSubscriber } from '#features/subscriptions/gates.server.ts';
import type { App } from '#routes/app.server.ts';

/** POST /functions/count-play: a track began to sound. GET /functions/waiting: the administrators' counts. */
export function figuresEndpoint(app: App): Hono {
  return new Hono()
    .post('/functions/count-play', async (c) => {
      const listener = requireSubscriber(await app.viewers.read(c.req.raw));
      await countPlay(app.db, listener, app.clock.now());
      return c.body(null, 204);
    })
    .get('/functions/waiting', async (c) => {
      const admin = requireAdmin(await app.viewers.read(c.req.raw));
      return c.json(await countWaiting(app.db, admin, app.clock.now()), 200, { 'Cache-Control': 'no-store' });
    });
}
