import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach } from 'vitest';
import { payments as paymentRows } from '#db/schema/subscriptions.ts';
import type { User } from '#features/accounts/model.ts';
import { bringCredits, creditsOnSettled } from '#features/credits/bring-credits.server.ts';
import { tellOfFault } from '#features/subscriptions/notify-payments.server.ts';
import { startCheckout } from '#features/subscriptions/start-checkout.server.ts';
import { StripePayments } from '#features/subscriptions/stripe-gateway.server.ts';
import { subscriptionJobs } from '#features/subscriptions/subscription-jobs.server.ts';
import {
  checkSubscription,
  findCustomer,
  findSubscription,
} from '#features/subscriptions/subscription-queries.server.ts';
import { refuse } from '#platform/http/refuse.server.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import type { App } from '#routes/app.server.ts';
import { paymentsWebhookHandler } from '#routes/endpoints/payments-webhook.server.ts';
import { aUser } from './builders.ts';
import { testDatabase } from './database.ts';
import type { Method } from './fakes/stripe/ledger.ts';
import { fakeStripe } from './fakes/stripe/server.ts';
import { TestClock } from './site.ts';

/**
 * Payments with the stand-in of Stripe: the real client, the webhook's endpoint, a real database and queue, and a
 * shared clock. Nothing is settled until `work` is called. Call it at the top of a file.
 */
export async function stripeWorld() {
  const { db, bus, connectionString, log } = await testDatabase();
  const jobs = await openJobs({ connectionString, db, log });
  const clock = new TestClock();
  const stripe = await fakeStripe({ clock: () => clock.now() });
  const faults: Promise<void>[] = [];
  const { secretKey, webhookSecret, url: apiBaseUrl } = stripe;
  const connection = { secretKey, webhookSecret, apiBaseUrl };
  const payments = new StripePayments({
    ...connection,
    timeout: 2000,
    onFault: (fault) => faults.push(tellOfFault({ db, bus, clock }, fault)),
  });
  const settings = {
    PUBLIC_URL: 'https://radio.example',
    STRIPE_PRICE_MONTHLY: 'price_mensal',
    STRIPE_PRICE_SEMESTER: 'price_semestral',
    STRIPE_PRICE_ANNUAL: 'price_anual',
    MONTHLY_CREDITS: 100,
  };
  const deps = { db, bus, jobs, clock, payments, settings, onSettled: [creditsOnSettled(settings)] };
  const take = paymentsWebhookHandler(deps as unknown as App, refuse);
  const server = createServer((req, res) => void take(req, res)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`;
  stripe.sendTo(webhookUrl);
  const handlers = subscriptionJobs(deps);

  beforeEach(async () => {
    stripe.trouble.down = 'no';
    stripe.delivery.isHeld = false;
    stripe.delivery.waiting = [];
    await db.execute(sql`delete from pgboss.job`);
  });
  afterAll(async () => {
    await stripe.delivery.settled();
    await stripe.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await jobs.stop();
  });

  /** Runs the worker until no job is left; returns the number of jobs. */
  async function work(): Promise<number> {
    await stripe.delivery.settled();
    const { rows } = await db.execute<{ name: string; data: never }>(
      sql`delete from pgboss.job where name in ('settle-customer', 'name-payment-customer') returning name, data`,
    );
    for (const { name, data } of rows) {
      const handler = handlers.find(({ definition }) => definition.name === name)!;
      await handler.run(data, new AbortController().signal);
    }
    return rows.length === 0 ? 0 : rows.length + (await work());
  }

  const sessionIn = (url: string) => url.split('/').at(-1)!;
  /** Buys a plan and returns the provider's subscription id; nothing is settled yet. */
  async function buy(user: User, priceId = 'price_mensal', method: Method = 'card'): Promise<string> {
    const { url } = await startCheckout(deps, user, priceId);
    stripe.ledger.pay(sessionIn(url), method);
    return stripe.ledger.sessions.get(sessionIn(url))!.subscription!;
  }

  return {
    db,
    bus,
    log,
    connectionString,
    jobs,
    clock,
    stripe,
    ledger: stripe.ledger,
    acts: stripe.acts,
    connection,
    payments,
    deps,
    handlers,
    webhookUrl,
    work,
    buy,
    sessionIn,
    /** Resolves when all notices about faults are written. */
    faultsTold: () => Promise.all(faults),
    /** A user with a bought and settled plan. */
    async subscriber(priceId = 'price_mensal') {
      const user = await aUser(db);
      const id = await buy(user, priceId);
      await work();
      return { user, id, customerId: (await findCustomer(db, user.userId))!.customerId };
    },
    /** Lets days pass for provider and site; runs what becomes due. */
    pass(days: number): void {
      clock.advance(days * 86_400);
      stripe.acts.elapse();
    },
    check: (user: User) => checkSubscription(db, user, clock.now()),
    fatesOf: async (user: User): Promise<string[]> => {
      const rows = await db.select().from(paymentRows).where(eq(paymentRows.userId, user.userId));
      return rows
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
        .map((row) => row.status);
    },
    creditsOf: async (user: User): Promise<number | null> => {
      const subscription = await findSubscription(db, user.userId);
      return (await bringCredits({ db, clock, settings }, { user, subscription })).balance;
    },
  };
}
