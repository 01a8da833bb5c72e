import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  payments as providerPayments,
  providerSubscriptions,
  subscriptions,
} from '#db/schema/subscriptions.ts';
import { anAdmin, aSubscription, aUser } from '#tests/builders.ts';
import { simulatedWorld } from '#tests/simulated-world.ts';
import { grantPlan, revokeAccess } from './change-access.server.ts';
import { hasOpenPlan } from './model.ts';
import { getRevenue } from './revenue-queries.server.ts';
import { settleCustomer } from './settle-customer.server.ts';
import { changeLedger } from './simulated-ledger.server.ts';
import { concludeCheckout } from './simulated-provider.server.ts';
import { startCheckout } from './start-checkout.server.ts';
import { checkSubscription, findSubscription } from './subscription-queries.server.ts';

const { db, bus, clock, payments, start, deps, later, customerOf, idIn, work, buy, isOpen, act } =
  await simulatedWorld();

describe('the life of a subscription', () => {
  it('a failed renewal keeps access until the end of what was paid, and tells the administrators once', async () => {
    const user = await aUser(db);
    await buy(user, 'price_m');
    await work();
    await act(user, 'fail-renewal');
    await work();
    await settleCustomer(deps, customerOf(user));
    expect(await isOpen(user)).toBe(true);
    const notices = await db.execute(
      sql`select type from notifications where dedupe_key like ${`%${user.userId}%`} or type = 'payment-failed'`,
    );
    expect(notices.rows.filter((row) => row.type === 'payment-failed')).toHaveLength(1);
    later(31 * 86_400);
    expect(await isOpen(user)).toBe(false);
  });

  it('PAY-07: a boleto that waits keeps from buying a second plan; of two pages only the newest can be paid', async () => {
    const user = await aUser(db);
    const first = idIn((await startCheckout(deps, user, 'price_m')).url);
    const second = idIn((await startCheckout(deps, user, 'price_a')).url);
    await concludeCheckout(deps, user, first, 'card');
    expect((await payments.fetchCustomer(customerOf(user))).subscriptions).toEqual([]);
    await concludeCheckout(deps, user, second, 'boleto');
    expect(await startCheckout(deps, user, 'price_m')).toMatchObject({ portal: true });
    expect((await payments.fetchCustomer(customerOf(user))).subscriptions).toHaveLength(1);
  });

  it('two subscriptions at the provider leave one row, and the administrators are told', async () => {
    const user = await aUser(db);
    await buy(user, 'price_m');
    const [bought] = (await payments.fetchCustomer(customerOf(user))).subscriptions;
    const currentPeriodEnd = new Date('2027-06-15T12:00:00Z');
    const second = { ...bought!, id: 'sub_outra', priceId: 'price_a', currentPeriodEnd };
    await changeLedger(db, customerOf(user), ({ subscriptions: all }) => all.push(second));
    await work();
    expect(await findSubscription(db, user.userId)).toMatchObject({ planType: 'annual', status: 'active' });
    const { rows } = await db.execute(
      sql`select title from notifications where dedupe_key like 'payment-double:%'`,
    );
    expect(rows).toHaveLength(1);
  });

  it('a refund in full gives the last payment back once, ends the subscription and closes the library', async () => {
    const user = await aUser(db);
    await buy(user, 'price_m');
    await act(user, 'renew');
    await work();
    const [{ id } = { id: '' }] = (await payments.fetchCustomer(customerOf(user))).subscriptions;
    later(60);
    const refunds = await Promise.all([payments.refundInFull(id), payments.refundInFull(id)]);
    expect(refunds).toEqual([{ refundedCents: 5980 }, { refundedCents: 5980 }]);
    await settleCustomer(deps, customerOf(user));
    expect(await checkSubscription(db, user, clock.now())).toMatchObject({
      subscribed: false,
      status: 'inactive',
    });
    const kept = await db.select().from(providerPayments).where(eq(providerPayments.userId, user.userId));
    expect(kept.map((each) => [each.status, each.amountCents, each.refundedCents, each.planType])).toEqual([
      ['refunded', 2990, 2990, 'monthly'],
      ['refunded', 2990, 2990, 'monthly'],
    ]);
  });

  it('keeps every charge with its fate: paid, refused, paid after all', async () => {
    const user = await aUser(db);
    await buy(user, 'price_m', 'boleto');
    const fates = async () => {
      await work();
      const rows = await db.select().from(providerPayments).where(eq(providerPayments.userId, user.userId));
      return rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()).map((row) => row.status);
    };
    expect(await fates()).toEqual(['pending']);
    await act(user, 'pay-pending');
    expect(await fates()).toEqual(['paid']);
    later(60);
    await act(user, 'fail-renewal');
    expect(await fates()).toEqual(['paid', 'failed']);
    await act(user, 'renew');
    expect(await fates()).toEqual(['paid', 'paid']);
    const [history] = await db
      .select()
      .from(providerSubscriptions)
      .where(eq(providerSubscriptions.userId, user.userId));
    expect(history).toMatchObject({ planType: 'monthly', status: 'active', startedAt: start, endedAt: null });
  });

  it('a cancelled renewal keeps access until the end of the period', async () => {
    const user = await aUser(db);
    await buy(user, 'price_m');
    await act(user, 'cancel-at-period-end');
    await work();
    expect(await checkSubscription(db, user, clock.now())).toMatchObject({
      subscribed: true,
      cancel_at_period_end: true,
    });
  });

  it('PAY-09: a revocation stops charges at the provider and survives every sync; buying again opens', async () => {
    const user = await aUser(db);
    const admin = await anAdmin(db);
    await buy(user);
    await work();
    later(60);
    const told: string[] = [];
    const off = bus.on('viewer', (key) => told.push(key));
    expect(await revokeAccess(deps, admin, { userId: user.userId, reason: 'abuso' })).toEqual({ ok: true });
    off();
    expect(told).toContain(user.userId);
    expect(await isOpen(user)).toBe(false);
    await work();
    const [ended] = (await payments.fetchCustomer(customerOf(user))).subscriptions;
    expect(ended?.status).toBe('canceled');
    await settleCustomer(deps, customerOf(user));
    expect(await isOpen(user)).toBe(false);
    later(60);
    await buy(user, 'price_m');
    await work();
    await settleCustomer(deps, customerOf(user));
    expect(await checkSubscription(db, user, clock.now())).toMatchObject({
      subscribed: true,
      plan_type: 'monthly',
    });
  });

  it('PAY-09: the revenue page is right as soon as a revocation is settled', async () => {
    const user = await aUser(db);
    const admin = await anAdmin(db);
    later(86_400);
    const lastMonth = async () => (await getRevenue(db, admin, clock.now())).months.at(-1)!;
    const before = await lastMonth();
    await buy(user);
    await work();
    expect(await lastMonth()).toMatchObject({
      subscribers: before.subscribers + 1,
      started: before.started + 1,
    });
    later(60);
    await revokeAccess(deps, admin, { userId: user.userId, reason: 'abuso' });
    await work();
    expect(await lastMonth()).toMatchObject({
      subscribers: before.subscribers,
      mrrCents: before.mrrCents,
      lost: before.lost + 1,
    });
  });

  it('administrators cannot be revoked, and strangers are named as such', async () => {
    const admin = await anAdmin(db);
    const revoke = (userId: string) => revokeAccess(deps, admin, { userId, reason: 'x' });
    expect(await revoke(admin.userId)).toEqual({ ok: false, reason: 'is-admin' });
    expect(await revoke('ninguém')).toEqual({ ok: false, reason: 'unknown-user' });
  });

  it('A-85: a grant by hand replaces the one row and survives the sync', async () => {
    const user = await aUser(db);
    const admin = await anAdmin(db);
    await buy(user, 'price_m');
    await work();
    const grant = { userId: user.userId, planType: 'lifetime', until: null, reason: 'parceria' } as const;
    await grantPlan(deps, admin, grant);
    await grantPlan(deps, admin, grant);
    await act(user, 'end-now');
    await work();
    const rows = await db.select().from(subscriptions).where(eq(subscriptions.userId, user.userId));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      planType: 'lifetime',
      status: 'active',
      source: 'grant',
      reason: 'parceria',
    });
  });

  it.each(['monthly', 'semester', 'annual', 'lifetime'])('A-05: %s opens the library', async (planType) => {
    const user = await aUser(db);
    await aSubscription(db, { userId: user.userId, planType });
    expect(hasOpenPlan(await findSubscription(db, user.userId), clock.now())).toBe(true);
  });
});
