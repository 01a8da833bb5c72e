import { Hono } from 'hono';
import { z } from 'zod';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { isAdmin } from '#features/accounts/roles.ts';
import { markRead } from '#features/notifications/notify.server.ts';
import { listNotices } from '#features/notifications/queries.server.ts';
import { readJson } from '#platform/http.server.ts';
import { idSchema } from '#platform/id-schema.ts';
import type { App } from '#routes/app.server.ts';
import { streamEvents } from './event-stream.server.ts';

const noStore = { 'Cache-Control': 'no-store' };
const readSchema = z.object({ id: idSchema.optional() });

/**
 * The administrators' bell: GET /functions/notifications lists, POST …/read marks one (`id`) or all as read, and GET
 * …/events is a stream of server-sent events about changes.
 */
export function notificationsEndpoint(app: App): Hono {
  return new Hono()
    .get('/functions/notifications', async (c) => {
      const admin = requireAdmin(await app.viewers.read(c.req.raw));
      return c.json(await listNotices(app.db, admin), 200, noStore);
    })
    .post('/functions/notifications/read', async (c) => {
      const admin = requireAdmin(await app.viewers.read(c.req.raw));
      const { id } = await readJson(c.req.raw, readSchema);
      await markRead(app, admin, app.clock.now(), id);
      return c.json(await listNotices(app.db, admin), 200, noStore);
    })
    .get('/functions/notifications/events', async (c) => {
      const admin = requireAdmin(await app.viewers.read(c.req.raw));
      return streamEvents(app, c, {
        caller: admin.userId,
        topic: 'notifications',
        concerns: () => true,
        // The stream ends when the role was removed.
        mayListen: async () => isAdmin((await app.viewers.read(c.req.raw))?.user),
      });
    });
}
