import { Hono } from 'hono';
import { z } from 'zod';
import { openPortal } from '#features/subscriptions/checkout/commands.server.ts';
import { readJson } from '#platform/http.server.ts';
import type { App } from '#routes/app.server.ts';
import { callingUser, checkoutDeps } from './caller.server.ts';

/** POST /functions/customer-portal: the provider's page for the caller's own customer (PAY-10). */
export function customerPortalEndpoint(app: App): Hono {
  return new Hono().post('/functions/customer-portal', async (c) => {
    const user = await callingUser(app, c.req.raw);
    if (c.req.raw.body) await readJson(c.req.raw, z.object({}));
    const { url } = await openPortal(checkoutDeps(app), user);
    return c.json({ url }, 200, { 'Cache-Control': 'no-store' });
  });
}
