import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hono } from 'hono';
import type { App } from '#routes/app.server.ts';
import { healthEndpoint } from './health.ts';

/** Every address that is not a page, in one table. */
export function endpoints(app: App): Hono[] {
  return [healthEndpoint(app)];
}

/** Addresses whose bytes go straight to the socket, ahead of everything else. */
export function nodeEndpoints(_app: App): ((req: IncomingMessage, res: ServerResponse) => boolean)[] {
  return [];
}
