import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { plans } from '#features/plans/plans.ts';
import { StripeActs } from './acts.ts';
import { StripeApi } from './api.ts';
import { StripeDelivery } from './delivery.ts';
import { StripeLedger } from './ledger.ts';
import { StripePages } from './pages.ts';
import type { Trouble } from './trouble.ts';

export interface FakeStripe {
  url: string;
  secretKey: string;
  webhookSecret: string;
  ledger: StripeLedger;
  acts: StripeActs;
  delivery: StripeDelivery;
  trouble: Trouble;
  /** Received API calls, `GET /v1/customers/…`. */
  calls: string[];
  /** Sets the webhook's URL. */
  sendTo(webhookUrl: string): void;
  stop(): Promise<void>;
}

/** A server with the part of Stripe that we use, plus a control page (`/`). Charges nobody. */
export async function fakeStripe(
  options: { port?: number; webhookUrl?: string; clock?: () => Date; prices?: Record<string, string> } = {},
): Promise<FakeStripe> {
  const secretKey = 'sk_test_sonoteca';
  const webhookSecret = 'whsec_sonoteca';
  const clock = options.clock ?? (() => new Date());
  const trouble: Trouble = { down: 'no', latency: 0, onTheWay: null };
  const calls: string[] = [];
  let webhookUrl = options.webhookUrl ?? null;
  let url = '';
  const base = () => url;
  const delivery = new StripeDelivery({ secret: webhookSecret, url: () => webhookUrl, clock });
  const ledger = new StripeLedger({ clock, base, tell: (event) => delivery.take(event) });
  const acts = new StripeActs(ledger);
  const api = new StripeApi(ledger, acts, { secretKey, base });
  const pages = new StripePages({ ledger, acts, delivery, trouble });
  const named: Record<string, string> = {
    monthly: 'price_mensal',
    semester: 'price_semestral',
    annual: 'price_anual',
    ...options.prices,
  };
  for (const plan of plans) ledger.addPrice(named[plan.id]!, plan.priceCents, plan.months);

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://stripe');
    const method = req.method ?? 'GET';
    const text = await readAll(req);
    if (!pathname.startsWith('/v1/')) return pages.serve(method, pathname, searchParams, text, res);
    calls.push(`${method} ${pathname}`);
    const latency = typeof trouble.latency === 'number' ? trouble.latency : trouble.latency();
    if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency));
    if (trouble.down === 'silent') return;
    if (trouble.down === 'drop') return void req.socket.destroy();
    const fields = method === 'POST' ? new URLSearchParams(text) : searchParams;
    const headers = trouble.down === 'key' ? {} : req.headers;
    const { status, body } =
      trouble.down === 'error'
        ? { status: 503, body: { error: { type: 'api_error', message: 'Stripe is down' } } }
        : structuredClone(api.answer({ method, path: pathname, fields, headers }));
    await trouble.onTheWay?.();
    res.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': `req_${calls.length}` });
    res.end(JSON.stringify(body));
  }

  const server = createServer((req, res) => void serve(req, res)).listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    secretKey,
    webhookSecret,
    ledger,
    acts,
    delivery,
    trouble,
    calls,
    sendTo(address) {
      webhookUrl = address;
    },
    stop: () => stop(server),
  };
}

async function readAll(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
