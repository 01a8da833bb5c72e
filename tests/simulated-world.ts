import { sql } from 'drizzle-orm';
import { afterAll, beforeEach } from 'vitest';
import type { User } from '#features/accounts/model.ts';
import { bySoldPlan } from '#features/plans/plans.ts';
import type { PriceTable } from '#features/subscriptions/prices.ts';
import { settleCustomer } from '#features/subscriptions/settle-customer.server.ts';
import { SimulatedPayments } from '#features/subscriptions/simulated-gateway.server.ts';
import { actOnSubscription, concludeCheckout } from '#features/subscriptions/simulated-provider.server.ts';
import { startCheckout } from '#features/subscriptions/start-checkout.server.ts';
import { checkSubscription } from '#features/subscriptions/subscription-queries.server.ts';
import type { Clock } from '#platform/clock.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import { testDatabase } from './database.ts';

/**
 * Payments with the simulated provider, a real database and queue, and a clock that stands still. Nothing is settled
 * until `work` is called. Call it at the top of a test file.
 */
export async function simulatedWorld() {
  const { db, bus, connectionString, log } = await testDatabase();
  const jobs = await openJobs({ connectionString, db, log });
  afterAll(() => jobs.stop());

  const prices: PriceTable = {
    ...bySoldPlan(({ id }) => id),
    monthly: 'price_m',
    semester: 'price_s',
    annual: 'price_a',
  };
  const start = new Date('2026-06-15T12:00:00Z');
  const publicUrl = 'https://radio.example';
  let time: Date;
  const clock: Clock = { now: () => time };
  const payments = new SimulatedPayments(db, clock, { publicUrl, secret: 'segredo', prices });
  const settings = {
    PUBLIC_URL: publicUrl,
    STRIPE_PRICE_MONTHLY: prices.monthly,
    STRIPE_PRICE_SEMESTER: prices.semester,
    STRIPE_PRICE_ANNUAL: prices.annual,
  };
  const deps = { db, bus, jobs, clock, payments, settings };

  beforeEach(async () => {
    time = start;
    await db.execute(sql`delete from pgboss.job`);
  });

  const later = (seconds: number) => {
    time = new Date(time.getTime() + seconds * 1000);
  };
  const customerOf = (user: User) => `cus_simulado_${user.userId}`;
  const idIn = (url: string) => url.split('/').at(-1)!;
  /** Runs the worker: settles every customer with a waiting job. */
  async function work(): Promise<number> {
    const { rows } = await db.execute<{ data: { customerId: string } }>(
      sql`delete from pgboss.job where name = 'settle-customer' returning data`,
    );
    for (const { data } of rows) await settleCustomer(deps, data.customerId);
    return rows.length;
  }
  async function buy(user: User, priceId = 'price_a', method: 'card' | 'boleto' = 'card'): Promise<string> {
    const { url } = await startCheckout(deps, user, priceId);
    return concludeCheckout(deps, user, idIn(url), method);
  }
  const isOpen = async (user: User) => (await checkSubscription(db, user, time)).subscribed;
  const act = async (user: User, name: Parameters<typeof actOnSubscription>[2]['act']) => {
    const [newest] = (await payments.fetchCustomer(customerOf(user))).subscriptions;
    return actOnSubscription(deps, user, { subscriptionId: newest!.id, act: name });
  };

  return {
    db,
    bus,
    jobs,
    clock,
    payments,
    prices,
    publicUrl,
    start,
    deps,
    later,
    customerOf,
    idIn,
    work,
    buy,
    isOpen,
    act,
  };
}
