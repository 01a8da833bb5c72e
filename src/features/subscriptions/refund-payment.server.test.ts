import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { auditEntries } from '#db/schema/site.ts';
import { payments as paymentRows } from '#db/schema/subscriptions.ts';
import type { User } from '#features/accounts/model.ts';
import { bySoldPlan } from '#features/plans/plans.ts';
import { PaymentError } from '#features/subscriptions/faults.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import { aCustomer, anAdmin, aSubscription, aUser } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { isGuaranteed, refundRefusals } from './refund.ts';
import { refundAndEnd, synchronize } from './refund-payment.server.ts';
import { settleCustomer } from './settle-customer.server.ts';
import { SimulatedPayments } from './simulated-gateway.server.ts';
import { actOnSubscription, concludeCheckout } from './simulated-provider.server.ts';
import { startCheckout } from './start-checkout.server.ts';
import { checkSubscription } from './subscription-queries.server.ts';
import { listUsers, userFilterSchema } from './user-queries.server.ts';

const { db, bus, connectionString, log } = await testDatabase();
const jobs = await openJobs({ connectionString, db, log });
afterAll(() => jobs.stop());

let time = new Date('2026-06-15T12:00:00Z');
const clock = { now: () => time };
const settings = {
  PUBLIC_URL: 'https://radio.example',
  STRIPE_PRICE_MONTHLY: 'price_m',
  STRIPE_PRICE_SEMESTER: 'price_s',
  STRIPE_PRICE_ANNUAL: 'price_a',
};
const payments = new SimulatedPayments(db, clock, {
  publicUrl: settings.PUBLIC_URL,
  secret: 'segredo',
  prices: { ...bySoldPlan(({ id }) => id), monthly: 'price_m', semester: 'price_s', annual: 'price_a' },
});
const deps = { db, bus, jobs, clock, payments, settings };
const admin = await anAdmin(db);
const customerOf = (user: User) => `cus_simulado_${user.userId}`;
const why = (user: User) => ({ userId: user.userId, reason: 'pediu em 3 dias' });
const isOpen = async (user: User) => (await checkSubscription(db, user, time)).subscribed;

async function buy(method: 'card' | 'boleto' = 'card'): Promise<User> {
  const user = await aUser(db);
  const { url } = await startCheckout(deps, user, 'price_m');
  await concludeCheckout(deps, user, url.split('/').at(-1)!, method);
  await work();
  return user;
}
async function work(): Promise<string[]> {
  const { rows } = await db.execute<{ data: { customerId: string } }>(
    sql`delete from pgboss.job where name = 'settle-customer' returning data`,
  );
  for (const { data } of rows) await settleCustomer(deps, data.customerId);
  return rows.map(({ data }) => data.customerId);
}
const auditOf = async (user: User) =>
  (await db.select().from(auditEntries).where(eq(auditEntries.entityId, user.userId))).map(
    ({ action, actorEmail, before, after }) => ({ action, actorEmail, before, after }),
  );
const shown = async (user: User) =>
  (await listUsers(db, admin, userFilterSchema.parse({ q: user.email }), time)).users[0]!;

describe('Reembolsar e encerrar', () => {
  it('gives the last payment back, ends the access and leaves a line in the audit', async () => {
    const user = await buy();
    expect(await isOpen(user)).toBe(true);
    expect(await shown(user)).toMatchObject({
      isCustomer: true,
      isGuaranteed: true,
      lastPayment: { planType: 'monthly', amountCents: 2990, paidAt: time.toISOString(), isRefunded: false },
    });
    expect(await refundAndEnd(deps, admin, why(user))).toEqual({ ok: true });
    expect(await work()).toEqual([customerOf(user)]);
    expect(await isOpen(user)).toBe(false);
    expect(await auditOf(user)).toEqual([
      {
        action: 'user.refund',
        actorEmail: admin.email,
        before: expect.objectContaining({ planType: 'monthly', amountCents: 2990 }),
        after: { reason: 'pediu em 3 dias' },
      },
    ]);
    expect((await shown(user)).lastPayment).toMatchObject({
      isRefunded: true,
      refundedAt: time.toISOString(),
    });
    expect(await refundAndEnd(deps, admin, why(user))).toEqual({ ok: false, reason: 'already-refunded' });
    expect(await auditOf(user), 'a refusal changes nothing').toHaveLength(1);
  });

  it('twice at once gives back once', async () => {
    const user = await buy();
    const outcomes = await Promise.all([1, 2].map(() => refundAndEnd(deps, admin, why(user))));
    expect(outcomes).toContainEqual({ ok: true });
    await work();
    const [payment, ...more] = await db.select().from(paymentRows).where(eq(paymentRows.userId, user.userId));
    expect(more).toEqual([]);
    expect(payment).toMatchObject({ status: 'refunded', amountCents: 2990, refundedCents: 2990 });
  });

  it('gives back a renewal, and never goes on to the payment before it', async () => {
    const user = await buy();
    time = new Date('2026-07-15T12:00:00Z');
    const [bought] = (await payments.fetchCustomer(customerOf(user))).subscriptions;
    await actOnSubscription(deps, user, { subscriptionId: bought!.id, act: 'renew' });
    await work();
    expect(await refundAndEnd(deps, admin, why(user))).toEqual({ ok: true });
    await work();
    expect(await refundAndEnd(deps, admin, why(user))).toEqual({ ok: false, reason: 'already-refunded' });
    const rows = await db.select().from(paymentRows).where(eq(paymentRows.userId, user.userId));
    expect(rows.map(({ refundedCents }) => refundedCents).toSorted((a, b) => a - b)).toEqual([0, 2990]);
  });

  it('is possible after the seven days too, and the page knows', async () => {
    const user = await buy();
    const { paidAt } = (await shown(user)).lastPayment!;
    const days = (count: number) => new Date(new Date(paidAt).getTime() + count * 24 * 3600 * 1000);
    expect([isGuaranteed(paidAt, days(7)), isGuaranteed(paidAt, days(7.01))]).toEqual([true, false]);
    time = days(20);
    expect(await shown(user)).toMatchObject({ isGuaranteed: false });
    expect(await refundAndEnd(deps, admin, why(user))).toEqual({ ok: true });
    await work();
    expect(await isOpen(user)).toBe(false);
  });

  it('is refused where there is nothing to give back', async () => {
    const [stranger, given, known] = [await aUser(db), await aUser(db), await aUser(db)];
    await aSubscription(db, { userId: given.userId, source: 'grant' });
    await aCustomer(db, { userId: known.userId });
    const reasons = [];
    for (const user of [stranger, given, known, await buy('boleto')]) {
      const outcome = await refundAndEnd(deps, admin, why(user));
      reasons.push(outcome.ok ? 'done' : outcome.reason);
    }
    expect(reasons).toEqual(['no-customer', 'no-customer', 'no-payment', 'no-payment']);
    const contested = await buy();
    await db.update(paymentRows).set({ status: 'disputed' }).where(eq(paymentRows.userId, contested.userId));
    expect(await refundAndEnd(deps, admin, why(contested))).toEqual({ ok: false, reason: 'disputed' });
    for (const sentence of Object.values(refundRefusals)) expect(sentence).toMatch(/\.$/);
  });

  it.each([
    ['outage', 'provider-down'],
    ['key', 'provider-key'],
    ['order', 'provider-refused'],
  ] as const)(
    'a provider that does not do it (%s) is said, noted and asked for the truth',
    async (fault, reason) => {
      const user = await buy();
      const refundInFull = async () => {
        throw new PaymentError(fault, 'stripe: 503');
      };
      const broken = Object.assign(Object.create(payments) as SimulatedPayments, { refundInFull });
      const outcome = await refundAndEnd({ ...deps, payments: broken }, admin, why(user));
      expect(outcome).toEqual({ ok: false, reason });
      expect((await auditOf(user)).map(({ action }) => action).toSorted()).toEqual([
        'user.refund',
        'user.refund-failed',
      ]);
      expect(await work()).toEqual([customerOf(user)]);
      expect(await isOpen(user), 'nothing was given back, so nothing is closed').toBe(true);
    },
  );
});

it('A-40: Sincronizar com o provedor brings a lost event in', async () => {
  const user = await buy();
  const [bought] = (await payments.fetchCustomer(customerOf(user))).subscriptions;
  await payments.cancelNow(bought!.id);
  expect(await isOpen(user)).toBe(true);
  expect(await synchronize(deps, admin, { userId: user.userId })).toEqual({ ok: true });
  await work();
  expect(await isOpen(user)).toBe(false);
  const stranger = await aUser(db);
  expect(await synchronize(deps, admin, { userId: stranger.userId })).toEqual({
    ok: false,
    reason: 'no-customer',
  });
});

it('who has two subscriptions is offered the latest that has not gone back', async () => {
  const user = await aUser(db);
  const customer = await aCustomer(db, { userId: user.userId });
  const at = (day: number) => new Date(Date.UTC(2026, 5, day));
  const facts = {
    customerId: customer.customerId,
    userId: user.userId,
    amountCents: 2990,
    status: 'paid' as const,
  };
  const back = { refundedCents: 2990, refundedAt: at(20), status: 'refunded' as const };
  await db.insert(paymentRows).values([
    { ...facts, id: 'a1', providerSubscriptionId: 'sub_a', createdAt: at(1), paidAt: at(1) },
    { ...facts, id: 'a2', providerSubscriptionId: 'sub_a', createdAt: at(9), paidAt: at(9) },
    { ...facts, ...back, id: 'b1', providerSubscriptionId: 'sub_b', createdAt: at(12), paidAt: at(12) },
    {
      ...facts,
      id: 'a3',
      providerSubscriptionId: 'sub_a',
      createdAt: at(13),
      failedAt: at(13),
      status: 'failed',
    },
    {
      ...facts,
      id: 'a4',
      providerSubscriptionId: 'sub_a',
      createdAt: at(14),
      paidAt: at(14),
      amountCents: 0,
    },
  ]);
  expect((await shown(user)).lastPayment).toMatchObject({
    providerSubscriptionId: 'sub_a',
    paidAt: at(9).toISOString(),
    isRefunded: false,
  });
});
