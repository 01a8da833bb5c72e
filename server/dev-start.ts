import { resolve } from 'node:path';
import type { ServerBuild } from 'react-router';
import type { ViteDevServer } from 'vite';
import { pricesOf } from '#features/subscriptions/prices.ts';
import { readSettings } from '#platform/env.server.ts';
import { openLog } from '#platform/log.server.ts';
import { loadDemoContent } from './demo.ts';
import { readRoles, run } from './run.ts';
import { openWeb } from './web.ts';

/** A stand-in of Stripe that charges nobody (tests/fakes/stripe/server.ts). */
export interface StripeStandIn {
  fakeStripe(options: { port: number; prices: Record<string, string> }): Promise<{
    url: string;
    secretKey: string;
    webhookSecret: string;
    sendTo(webhookUrl: string): void;
    stop(): Promise<void>;
  }>;
}

/** A stand-in of Google Drive whose folder is the demo audio (tests/fakes/drive-demo.ts). */
export interface DriveStandIn {
  demoDrive(options: { port: number; folder: string }): Promise<{
    settings: {
      GOOGLE_API_KEY: string;
      GOOGLE_DRIVE_API_BASE_URL: string;
      GOOGLE_DRIVE_DEMO_LINK: string;
    };
    stop(): Promise<void>;
  }>;
}

/** Starts the site inside Vite; changed routes are reloaded. */
export async function startDevelopment(
  vite: ViteDevServer,
  standIn: StripeStandIn | null,
  driveStandIn: DriveStandIn,
): Promise<void> {
  const configured = readSettings();
  const stripe = await standIn?.fakeStripe({
    port: configured.PORT + 1,
    prices: { ...pricesOf(configured) },
  });
  const hasDrive = configured.GOOGLE_API_KEY || configured.GOOGLE_SERVICE_ACCOUNT_JSON;
  const drive = hasDrive
    ? null
    : await driveStandIn.demoDrive({ port: configured.PORT + 2, folder: resolve('demo') });
  const settings = { ...configured, ...(stripe ? stripeSettings(stripe) : {}), ...drive?.settings };
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
        assets: { serve: vite.middlewares, textOf: () => null },
      }),
  });
  log.info({ url }, `Sonoteca em desenvolvimento em ${url}`);
  if (stripe) {
    stripe.sendTo(`${url}/webhooks/stripe`);
    log.info({ url: stripe.url }, `Provedor de pagamentos de teste: controle em ${stripe.url}`);
  }
  if (drive) {
    const link = drive.settings.GOOGLE_DRIVE_DEMO_LINK;
    log.info({ link }, `Google Drive de demonstração: cole ${link} em ${url}/admin/create-package`);
  }
  const end = () => {
    void stop()
      .then(() => stripe?.stop())
      .then(() => drive?.stop())
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
