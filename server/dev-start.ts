import type { ServerBuild } from 'react-router';
import type { ViteDevServer } from 'vite';
import { pricesOf } from '#features/subscriptions/prices.ts';
import { readSettings } from '#platform/env.server.ts';
import { openLog } from '#platform/log.server.ts';
import { loadDemoContent } from './demo.ts';
import { readRoles, run } from './run.ts';
import { openWeb } from './web.ts';

/** The module of a payment provider that charges nobody (tests/fakes/stripe/server.ts). */
export interface StripeStandIn {
  fakeStripe(options: { port: number; prices: Record<string, string> }): Promise<{
    url: string;
    secretKey: string;
    webhookSecret: string;
    sendTo(webhookUrl: string): void;
    stop(): Promise<void>;
  }>;
}

/** Starts the site inside Vite; routes are loaded anew when their files change. */
export async function startDevelopment(vite: ViteDevServer, standIn: StripeStandIn | null): Promise<void> {
  const given = readSettings();
  const stripe = await standIn?.fakeStripe({ port: given.PORT + 1, prices: { ...pricesOf(given) } });
  const settings = stripe ? { ...given, ...stripeSettings(stripe) } : given;
  const log = openLog(settings.LOG_LEVEL);
  const { stop, url } = await run({
    settings,
    log,
    roles: readRoles(process.argv.slice(2)),
    onEmbedded: (app) => loadDemoContent(app),
    openServer: async (app) =>
      openWeb({
        app,
        build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
        mode: 'development',
        assets: vite.middlewares,
      }),
  });
  log.info({ url }, `Sonoteca em desenvolvimento em ${url}`);
  if (stripe) {
    stripe.sendTo(`${url}/webhooks/stripe`);
    log.info({ url: stripe.url }, `Provedor de pagamentos de teste: controle em ${stripe.url}`);
  }
  const end = () => {
    void stop()
      .then(() => stripe?.stop())
      .then(() => vite.close())
      .finally(() => process.exit(0));
  };
  process.removeAllListeners('SIGTERM');
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

const stripeSettings = (stripe: { url: string; secretKey: string; webhookSecret: string }) => ({
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_API_BASE_URL: stripe.url,
});
