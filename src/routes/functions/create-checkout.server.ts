import { Hono } from 'hono';
import { requireUser } from '#features/accounts/gates.server.ts';
import { checkoutSchema } from '#features/subscriptions/checkout.ts';
import { startCheckout } from '#features/subscriptions/start-checkout.server.ts';
import { idempotencyKeyOf, readJson } from '#platform/http.server.ts';
import type { App } from '#routes/app.server.ts';

/** POST /functions/create-checkout: the checkout of a plan, or the portal for a subscriber. */
export function createCheckoutEndpoint(app: App): Hono {
  return new Hono().post('/functions/create-checkout', async (c) => {
    const user = requireUser(await app.viewers.read(c.req.raw));
    const { price_id } = await readJson(c.req.raw, checkoutSchema);
    const key = idempotencyKeyOf(c.req.raw) ?? undefined;
    const answer = await startCheckout(app, user, price_id, key);
    return c.json(answer, 200, { 'Cache-Control': 'no-store' });
  });
}
