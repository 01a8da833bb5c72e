import { Hono } from 'hono';
import { requireUser } from '#features/accounts/gates.server.ts';
import { openPortal } from '#features/subscriptions/start-checkout.server.ts';
import { readNothing } from '#platform/http.server.ts';
import type { App } from '#routes/app.server.ts';

/** POST /functions/customer-portal: the provider's portal for the caller's own customer (PAY-10). */
export function customerPortalEndpoint(app: App): Hono {
  return new Hono().post('/functions/customer-portal', async (c) => {
    const user = requireUser(await app.viewers.read(c.req.raw));
    await readNothing(c.req.raw);
    const { url } = await openPortal(app, user);
    return c.json({ url }, 200, { 'Cache-Control': 'no-store' });
  });
}
