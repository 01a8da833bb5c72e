import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { isAdmin } from '#features/accounts/roles.ts';
import { markRead } from '#features/notifications/notify.server.ts';
import { listNotices } from '#features/notifications/queries.server.ts';
import { readJson } from '#platform/http.server.ts';
import { idSchema } from '#platform/id-schema.ts';
import type { App } from '#routes/app.server.ts';

const noStore = { 'Cache-Control': 'no-store' };
const readSchema = z.object({ id: idSchema.optional() });
/** Milliseconds between two keep-alives: they keep proxies from closing the stream and detect dead connections. */
const heartbeat = 25_000;

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
      requireAdmin(await app.viewers.read(c.req.raw));
      // A HEAD request's stream has no reader whose disconnect would end it.
      if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
      return streamSSE(c, async (stream) => {
        const tell = () => void stream.writeSSE({ event: 'changed', data: '' });
        const stopListening = app.bus.on('notifications', tell);
        const left = new AbortController();
        stream.onAbort(() => left.abort());
        const over = AbortSignal.any([left.signal, app.ending]);
        while (!over.aborted) {
          // The stream ends when the role was removed.
          const viewer = await app.viewers.read(c.req.raw);
          if (!isAdmin(viewer?.user)) break;
          await stream.writeSSE({ event: 'alive', data: '' });
          await pause(heartbeat, undefined, { signal: over }).catch(() => {});
        }
        stopListening();
      });
    });
}
