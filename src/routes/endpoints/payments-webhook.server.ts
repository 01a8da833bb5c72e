import { Hono } from 'hono';
import { receivePaymentEvent } from '#features/subscriptions/commands.server.ts';
import { readText } from '#platform/http.server.ts';
import type { App } from '#routes/app.server.ts';

/** Largest event that is read, in bytes. */
const maxEventBytes = 512 * 1024;

/** POST /webhooks/stripe: signed events of the payment provider, real or simulated (PAY-06). */
export function paymentsWebhookEndpoint(app: App): Hono {
  return new Hono().post('/webhooks/stripe', async (c) => {
    const rawBody = await readText(c.req.raw, maxEventBytes);
    await receivePaymentEvent(app, rawBody, c.req.header('stripe-signature') ?? null);
    return c.json({ received: true }, 200, { 'Cache-Control': 'no-store' });
  });
}
