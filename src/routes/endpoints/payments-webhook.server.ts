import type { IncomingMessage, ServerResponse } from 'node:http';
import { receivePaymentEvent } from '#features/subscriptions/receive-payment-event.server.ts';
import { readText } from '#platform/http/body.server.ts';
import type { Fail, NodeHandler } from '#platform/http/refuse.server.ts';
import { byteHeaders } from '#platform/http/representation.ts';
import type { App } from '#routes/app.server.ts';

const maxEventBytes = 512 * 1024;

const received = JSON.stringify({ received: true });
const headers = [
  'Content-Type',
  'application/json; charset=utf-8',
  'Content-Length',
  String(received.length),
  'Cache-Control',
  'no-store',
  ...byteHeaders,
];

/**
 * POST /webhooks/stripe: signed events of the payment provider, real or simulated (PAY-06). Handled at the socket
 * without the router's layers, because hundreds arrive at once (decision 013).
 */
export function paymentsWebhookHandler(app: App, fail: Fail): NodeHandler {
  async function take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const signature = req.headers['stripe-signature'];
    const body = await readText(req, { maxBytes: maxEventBytes });
    await receivePaymentEvent(app, body, typeof signature === 'string' ? signature : null);
    res.writeHead(200, headers).end(received);
  }

  return (req, res) => {
    if (req.method !== 'POST' || !/^\/webhooks\/stripe(?:\?|$)/.test(req.url ?? '')) return false;
    take(req, res).catch((error: unknown) => fail(res, error));
    return true;
  };
}
