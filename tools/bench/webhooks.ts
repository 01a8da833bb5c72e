import { eq } from 'drizzle-orm';
import { type Database, openDatabase } from '#db/open.server.ts';
import { subscriptions } from '#db/schema/subscriptions.ts';
import { openLog } from '#platform/log.server.ts';
import { aCustomer, aUser } from '#tests/builders.ts';
import type { StripeEvent } from '#tests/fakes/stripe/objects.ts';
import { type FakeStripe, fakeStripe } from '#tests/fakes/stripe/server.ts';
import { type Figure, most, percentile } from './report.ts';
import { forgetSite, startSite } from './site.ts';

/** Buyers who pay at the same moment. */
const burst = 500;
/** Latency of every provider call in milliseconds. */
const latency = 50;

/** Customers who have just paid at the stand-in, with their undelivered events. */
async function makeBuyers(db: Database, stripe: FakeStripe): Promise<StripeEvent[]> {
  const { ledger, delivery } = stripe;
  delivery.isHeld = true;
  for (let i = 0; i < burst; i++) {
    const user = await aUser(db);
    const { id } = ledger.createCustomer(user.email, { userId: user.userId });
    await aCustomer(db, { userId: user.userId, customerId: id });
    const urls = { success_url: 'https://radio.example/', cancel_url: 'https://radio.example/' };
    const session = ledger.createSession({ customer: id, price: 'price_mensal', metadata: {}, ...urls });
    ledger.pay(session.id, 'card');
  }
  return ledger.events.filter((event) => event.type === 'checkout.session.completed');
}

/** Seconds until every subscription is active. */
async function untilSettled(db: Database, already: number, begun: number): Promise<number> {
  for (;;) {
    const open = await db.$count(subscriptions, eq(subscriptions.status, 'active'));
    const seconds = (performance.now() - begun) / 1000;
    if (open - already >= burst) return seconds;
    if (seconds > 120) throw new Error(`only ${open - already} of ${burst} buyers were settled`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A burst of events of as many customers, accepted and settled by web and worker in one process. */
export async function benchWebhooks(root: string): Promise<Figure[]> {
  const stripe = await fakeStripe();
  stripe.trouble.latency = latency;
  const site = await startSite(root, undefined, {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE_URL: stripe.url,
  });
  const database = await openDatabase({ DATA_DIR: site.dataDir }, openLog('warn'));
  try {
    stripe.sendTo(`${site.url}/webhooks/stripe`);
    const events = await makeBuyers(database.db, stripe);
    const already = await database.db.$count(subscriptions, eq(subscriptions.status, 'active'));
    const begun = performance.now();
    const deliveries = await Promise.all(events.map((event) => stripe.delivery.post(event)));
    const refused = deliveries.filter((each) => each.status !== 200).length;
    if (refused > 0) throw new Error(`${refused} events were refused`);
    const settled = await untilSettled(database.db, already, begun);
    const times = deliveries.map((each) => each.took / 1000);
    const how = `${burst} events of ${burst} customers at once, provider answers in ${latency} ms`;
    return [
      most('webhook accepted, p99', percentile(times, 0.99), 's', 2, how),
      most('all settled', settled, 's', 30, how),
    ];
  } finally {
    await database.stop();
    await site.stop();
    await stripe.stop();
    forgetSite(site);
  }
}
