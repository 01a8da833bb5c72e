import { Hono } from 'hono';
import { z } from 'zod';
import { requireUser } from '#features/accounts/gates.server.ts';
import { startCheckout } from '#features/subscriptions/start-checkout.server.ts';
import { idempotencyKeyOf, readJson } from '#platform/http.server.ts';
import type { App } from '#routes/app.server.ts';

/** Its body. */
const checkoutSchema = z.object({
  price_id: z
    .string({ error: 'Informe o plano.' })
    .min(1, 'Informe o plano.')
    .max(200, 'Plano desconhecido.'),
});

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
