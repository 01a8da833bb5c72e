import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { bySoldPlan } from '#features/plans/plans.ts';
import { systemClock } from '#platform/clock.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import { aUser } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { SimulatedPayments } from './simulated-gateway.server.ts';
import { concludeCheckout } from './simulated-provider.server.ts';
import { startCheckout } from './start-checkout.server.ts';
import { subscriptionJobs } from './subscription-jobs.server.ts';
import { checkSubscription } from './subscription-queries.server.ts';

const { db, bus, connectionString, log } = await testDatabase();
const jobs = await openJobs({ connectionString, db, log });
afterAll(() => jobs.stop());

const settings = {
  PUBLIC_URL: 'https://radio.example',
  STRIPE_PRICE_MONTHLY: 'm',
  STRIPE_PRICE_SEMESTER: 's',
  STRIPE_PRICE_ANNUAL: 'a',
};
const payments = new SimulatedPayments(db, systemClock, {
  publicUrl: settings.PUBLIC_URL,
  secret: 'segredo',
  prices: { ...bySoldPlan(({ id }) => id), monthly: 'm', semester: 's', annual: 'a' },
});
const deps = { db, bus, jobs, clock: systemClock, payments, settings };
const handlers = subscriptionJobs(deps);
const isOpen = async (user: { userId: string; role: string }) =>
  (await checkSubscription(db, user, new Date())).subscribed;
async function buy() {
  const user = await aUser(db);
  const { url } = await startCheckout(deps, user, 'a');
  await concludeCheckout(deps, user, url.split('/').at(-1)!, 'card');
  return user;
}

it('PAY-04: a worker that comes late settles what was paid, and every open process is told', async () => {
  const user = await buy();
  expect(await isOpen(user)).toBe(false);
  const told: string[] = [];
  bus.on('viewer', (key) => told.push(key));
  await jobs.work(handlers);
  await expect.poll(() => isOpen(user)).toBe(true);
  await expect.poll(() => told).toContain(user.userId);
});

/** Somebody who paid, and whose event was lost before anything settled it. */
async function buyUnheard() {
  const user = await aUser(db);
  const { url } = await startCheckout(deps, user, 'm');
  const lost = { ...deps, jobs: { ...jobs, send: async () => {}, sendAll: async () => {} } };
  await concludeCheckout(lost, user, url.split('/').at(-1)!, 'card');
  await db.execute(sql`delete from payment_events`);
  return user;
}

it('A-40: the nightly sweep finds a payment whose event was lost', async () => {
  let user = await buyUnheard();
  // The worker also looks for events by the clock, and may have been faster: once, but not twice.
  if (await isOpen(user)) user = await buyUnheard();
  expect(await isOpen(user)).toBe(false);
  const sweep = handlers.find((handler) => handler.definition.name === 'sweep-payments')!;
  expect(sweep.definition.cron).toBe('20 3 * * *');
  await sweep.run({} as never, new AbortController().signal);
  await expect.poll(() => isOpen(user)).toBe(true);
});

it('PAY-06: events that failed while the provider refused the key are settled within ten minutes', async () => {
  const user = await aUser(db);
  const { url } = await startCheckout(deps, user, 'm');
  const later = { ...deps, jobs: { ...jobs, send: async () => {}, sendAll: async () => {} } };
  await concludeCheckout(later, user, url.split('/').at(-1)!, 'card');
  await db.execute(
    sql`update payment_events set fate = 'failed', error = 'Invalid API Key' where fate = 'received'`,
  );
  const again = handlers.find((handler) => handler.definition.name === 'settle-leftovers')!;
  expect(again.definition.cron).toBe('*/10 * * * *');
  await again.run({} as never, new AbortController().signal);
  await expect.poll(() => isOpen(user)).toBe(true);
  const left = await db.execute(sql`select 1 from payment_events where fate in ('failed', 'received')`);
  expect(left.rows).toEqual([]);
});
