import { Hono } from 'hono';
import type { App } from '#routes/app.server.ts';

/** /api/auth/*: signing in and out, passwords and links, for callers that are not our pages. */
export function authEndpoint(app: App): Hono {
  return new Hono().all('/api/auth/*', (c) => app.auth.handle(c.req.raw));
}
