import { Hono } from 'hono';
import type { App } from '#routes/app.server.ts';

/** /api/auth/*: sign-in, sign-out, passwords and links, for callers other than our pages. */
export function authEndpoint(app: App): Hono {
  return new Hono().all('/api/auth/*', (c) => app.auth.handle(c.req.raw));
}
