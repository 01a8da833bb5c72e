import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { userCredits } from '#db/schema/credits.ts';
import { notifications } from '#db/schema/notifications.ts';
import { payments, providerSubscriptions, subscriptions } from '#db/schema/subscriptions.ts';
import { addDays, dayOf } from '#platform/calendar.ts';
import { endOfBoleto } from '#platform/workdays.ts';
import { anAdmin, aUser } from '#tests/builders.ts';
import { stripeWorld } from '#tests/stripe-world.ts';
import { grantPlan, revokeAccess } from './change-access.server.ts';
import { getRevenue } from './revenue-queries.server.ts';
import { settleCustomer } from './settle-customer.server.ts';
import { findPaymentTrouble } from './subscription-queries.server.ts';

const world = await stripeWorld();
const { db, ledger, acts, deps, clock, work, buy, subscriber, pass, check, fatesOf, creditsOf } = world;

const endOf = (id: string) =>
  new Date(ledger.subscriptions.get(id)!.items.data[0]!.current_period_end * 1000).toISOString();
const noticesOf = async (id: string, type: string) => {
  const rows = await db.select().from(notifications).where(eq(notifications.type, type));
  return rows.filter((row) => row.dedupeKey?.includes(id));
};

describe('paying', () => {
  it('PAY-02, CRE-12: the first payment opens the library until the paid end, and brings credits once', async () => {
    const user = await aUser(db);
    const id = await buy(user, 'price_anual');
    expect((await check(user)).subscribed).toBe(false);
    await work();
    expect(await check(user)).toEqual({
      subscribed: true,
      plan_type: 'annual',
      status: 'active',
      subscription_end: endOf(id),
      cancel_at_period_end: false,
      payment_pending: false,
    });
    const lots = await db.select().from(userCredits).where(eq(userCredits.userId, user.userId));
    expect(lots.map((lot) => [lot.kind, lot.amount])).toEqual([['monthly', 100]]);
    await settleCustomer(deps, ledger.subscriptions.get(id)!.customer);
    expect(await creditsOf(user)).toBe(100);
  });

  it('a renewal goes on to the new end', async () => {
    const { user, id } = await subscriber();
    pass(31);
    await work();
    expect(await check(user)).toMatchObject({ subscribed: true, subscription_end: endOf(id) });
    expect(await fatesOf(user)).toEqual(['paid', 'paid']);
  });

  it('a renewal whose invoice is still a draft shuts nobody out', async () => {
    const { user, id } = await subscriber();
    const subscription = ledger.subscriptions.get(id)!;
    const item = subscription.items.data[0]!;
    clock.advance(item.current_period_end - ledger.now() + 60);
    item.current_period_start = item.current_period_end;
    item.current_period_end = ledger.after(item.current_period_start, item.price);
    ledger.bill(subscription, 2990).status = 'draft';
    ledger.tell('customer.subscription.updated', subscription);
    await work();
    expect((await check(user)).subscribed).toBe(true);
    clock.advance(86_400);
    expect((await check(user)).subscribed).toBe(false);
  });

  it('a failed renewal keeps access until the end of what was paid, and not a second longer', async () => {
    const { user, id } = await subscriber();
    const paidEnd = endOf(id);
    clock.advance(3600);
    acts.failRenewal(id);
    await work();
    expect(endOf(id)).not.toBe(paidEnd);
    expect(await check(user)).toMatchObject({ subscribed: true, subscription_end: paidEnd });
    expect(await fatesOf(user)).toEqual(['paid', 'failed']);
    expect(await noticesOf(id, 'payment-failed')).toHaveLength(1);
    clock.advance((new Date(paidEnd).getTime() - clock.now().getTime()) / 1000);
    expect((await check(user)).subscribed).toBe(false);
  });

  it('a recovery opens again, with one charge that was refused first', async () => {
    const { user, id } = await subscriber();
    acts.failRenewal(id);
    await work();
    clock.advance(40 * 86_400);
    expect((await check(user)).subscribed).toBe(false);
    acts.recover(id);
    await work();
    expect(await check(user)).toMatchObject({ subscribed: true, subscription_end: endOf(id) });
    expect(await fatesOf(user)).toEqual(['paid', 'paid']);
  });

  it('a plan changed up is charged for the difference and runs its whole length', async () => {
    const { user, id } = await subscriber();
    clock.advance(15 * 86_400);
    acts.changePlan(id, 'price_anual');
    await work();
    expect(await check(user)).toMatchObject({
      subscribed: true,
      plan_type: 'annual',
      subscription_end: endOf(id),
    });
    expect(await fatesOf(user)).toEqual(['paid', 'paid']);
  });

  it('a plan changed down ends with its own period and not with that of the longer one', async () => {
    const { user, id } = await subscriber('price_anual');
    const annualEnd = endOf(id);
    clock.advance(30 * 86_400);
    acts.changePlan(id, 'price_mensal');
    await work();
    const { subscription_end, plan_type, subscribed } = await check(user);
    expect([subscribed, plan_type, subscription_end]).toEqual([true, 'monthly', endOf(id)]);
    expect(subscription_end! < annualEnd).toBe(true);
    pass(31);
    await work();
    expect(await check(user)).toMatchObject({ subscribed: true, subscription_end: endOf(id) });
  });
});

describe('boleto and Pix', () => {
  it('B18: a renewal by boleto stays open until it is overdue, in every place that asks (A-158)', async () => {
    const { user, id } = await subscriber();
    const item = ledger.subscriptions.get(id)!.items.data[0]!;
    clock.advance(item.current_period_end - ledger.now());
    acts.renew(id, 'boleto');
    expect(ledger.subscriptions.get(id)!.status).toBe('past_due');
    await work();
    const due = endOfBoleto(addDays(dayOf(clock.now()), 3));
    expect(await check(user)).toMatchObject({
      subscribed: true,
      status: 'active',
      payment_pending: true,
      subscription_end: due.toISOString(),
    });
    expect(await findPaymentTrouble(db, user, clock.now())).toBeNull();
    expect(await noticesOf(id, 'payment-failed')).toEqual([]);
    const [charge] = await db.select().from(payments).where(eq(payments.dueAt, due));
    expect(charge).toMatchObject({ userId: user.userId, status: 'pending' });
    const standing = async () => {
      const { months } = await getRevenue(db, await anAdmin(db), clock.now());
      return months.at(-1)!;
    };
    clock.advance(Math.floor((due.getTime() - clock.now().getTime()) / 1000) - 60);
    const { lost, subscribers } = await standing();
    expect((await check(user)).subscribed).toBe(true);
    acts.payVoucher(id);
    await work();
    expect(await check(user)).toMatchObject({
      subscribed: true,
      payment_pending: false,
      subscription_end: endOf(id),
    });
    expect(await standing()).toMatchObject({ lost, subscribers });
    const [kept] = await db.select().from(payments).where(eq(payments.dueAt, due));
    expect(kept).toMatchObject({ id: charge!.id, status: 'paid' });
  });

  it('B18: when the boleto is overdue the library is closed, and counts as lost from the due day on', async () => {
    const { user, id } = await subscriber();
    const item = ledger.subscriptions.get(id)!.items.data[0]!;
    clock.advance(item.current_period_end - ledger.now());
    acts.renew(id, 'boleto');
    await work();
    const due = endOfBoleto(addDays(dayOf(clock.now()), 3));
    clock.advance(Math.ceil((due.getTime() - clock.now().getTime()) / 1000) + 1);
    expect(await check(user)).toMatchObject({ subscribed: false, payment_pending: true });
    acts.expireVoucher(id, 'past_due');
    await work();
    expect(await check(user)).toMatchObject({
      subscribed: false,
      payment_pending: false,
      subscription_end: due.toISOString(),
    });
    expect(await findPaymentTrouble(db, user, clock.now())).toBe('renewal-refused');
    acts.recover(id);
    await work();
    expect((await check(user)).subscribed).toBe(true);
  });

  it.each(['boleto', 'pix'] as const)(
    'PAY-12: a %s is pending, gives nothing, and opens when it is paid',
    async (method) => {
      const user = await aUser(db);
      const id = await buy(user, 'price_semestral', method);
      await work();
      expect(await check(user)).toMatchObject({
        subscribed: false,
        plan_type: 'semester',
        payment_pending: true,
      });
      expect(await fatesOf(user)).toEqual(['pending']);
      expect(await creditsOf(user)).toBe(0);
      clock.advance(86_400);
      acts.payVoucher(id);
      await work();
      expect(await check(user)).toMatchObject({
        subscribed: true,
        payment_pending: false,
        subscription_end: endOf(id),
      });
      expect(await fatesOf(user)).toEqual(['paid']);
      expect(await creditsOf(user)).toBe(100);
    },
  );

  it('PAY-12: one that expires leaves no plan and nothing pending', async () => {
    const user = await aUser(db);
    const id = await buy(user, 'price_semestral', 'boleto');
    await work();
    acts.expireVoucher(id);
    await work();
    expect(await check(user)).toMatchObject({ subscribed: false, plan_type: 'free', payment_pending: false });
    expect(await fatesOf(user)).toEqual(['failed']);
  });
});

describe('ending', () => {
  it("cancelled at the period's end, it stays open until then and ends by itself", async () => {
    const { user, id } = await subscriber();
    acts.cancelAtPeriodEnd(id);
    await work();
    expect(await check(user)).toMatchObject({ subscribed: true, cancel_at_period_end: true });
    pass(31);
    await work();
    expect(await check(user)).toMatchObject({
      subscribed: false,
      status: 'inactive',
      cancel_at_period_end: false,
    });
    expect(await fatesOf(user)).toEqual(['paid']);
    const [history] = await db.select().from(providerSubscriptions).where(eq(providerSubscriptions.id, id));
    expect(history).toMatchObject({ status: 'canceled', planType: 'monthly', userId: user.userId });
    expect(history?.endedAt).not.toBeNull();
  });

  it('a cancellation taken back goes on', async () => {
    const { user, id } = await subscriber();
    acts.cancelAtPeriodEnd(id);
    acts.reactivate(id);
    pass(31);
    await work();
    expect(await check(user)).toMatchObject({ subscribed: true, cancel_at_period_end: false });
  });

  it('cancelled now, it closes now', async () => {
    const { user, id } = await subscriber('price_anual');
    clock.advance(60);
    ledger.cancelNow(id);
    await work();
    expect(await check(user)).toMatchObject({
      subscribed: false,
      subscription_end: clock.now().toISOString(),
    });
  });

  it('refunded in full by an administrator, it ends; a second click gives nothing back twice', async () => {
    const { user, id } = await subscriber('price_anual');
    clock.advance(3 * 86_400);
    expect(await deps.payments.refundInFull(id)).toEqual({ refundedCents: 21000 });
    expect(await deps.payments.refundInFull(id)).toEqual({ refundedCents: 21000 });
    await work();
    expect(await check(user)).toMatchObject({ subscribed: false, status: 'inactive' });
    expect(await fatesOf(user)).toEqual(['refunded']);
    expect([...ledger.refunds.values()].filter((each) => each.amount === 21000)).toHaveLength(1);
    expect(ledger.subscriptions.get(id)?.status).toBe('canceled');
    expect(await creditsOf(user)).toBe(0);
  });

  it('refunded in full at the provider, it gives no access though it runs there, until it is paid again', async () => {
    const { user, id } = await subscriber();
    acts.refund(acts.lastIntent(id)!);
    await work();
    expect((await check(user)).subscribed).toBe(false);
    pass(31);
    await work();
    expect((await check(user)).subscribed).toBe(true);
    expect(await fatesOf(user)).toEqual(['refunded', 'paid']);
  });

  it('a part given back changes nothing but the books', async () => {
    const { user, id } = await subscriber();
    acts.refund(acts.lastIntent(id)!, 1000);
    await work();
    expect((await check(user)).subscribed).toBe(true);
    expect(await fatesOf(user)).toEqual(['paid']);
  });

  it('a dispute, whose event names no customer: open while it is judged, closed when it is lost', async () => {
    const { user, id } = await subscriber();
    acts.dispute(id);
    await work();
    expect(await fatesOf(user)).toEqual(['disputed']);
    expect((await check(user)).subscribed).toBe(true);
    acts.closeDispute(id, 'lost');
    await work();
    expect((await check(user)).subscribed).toBe(false);
    expect(await fatesOf(user)).toEqual(['disputed']);
  });

  it('a dispute that is won leaves everything as it was', async () => {
    const { user, id } = await subscriber();
    acts.dispute(id);
    acts.closeDispute(id, 'won');
    await work();
    expect((await check(user)).subscribed).toBe(true);
    expect(await fatesOf(user)).toEqual(['paid']);
  });
});

describe('by an administrator', () => {
  it('PAY-09, USR-05: a revocation ends it at the provider, and no later sync brings it back', async () => {
    const { user, id, customerId } = await subscriber('price_anual');
    clock.advance(60);
    await revokeAccess(deps, await anAdmin(db), { userId: user.userId, reason: 'abuso' });
    expect((await check(user)).subscribed).toBe(false);
    await work();
    expect(ledger.subscriptions.get(id)?.status).toBe('canceled');
    // If the provider kept it alive: an event with status active.
    Object.assign(ledger.subscriptions.get(id)!, { status: 'active', ended_at: null });
    ledger.tell('customer.subscription.updated', ledger.subscriptions.get(id)!);
    await work();
    await settleCustomer(deps, customerId);
    expect(await check(user)).toMatchObject({ subscribed: false, status: 'inactive' });
    expect(ledger.subscriptions.get(id)?.status).toBe('canceled');
    expect(await creditsOf(user)).toBe(0);
    clock.advance(60);
    await buy(user, 'price_mensal');
    await work();
    expect(await check(user)).toMatchObject({ subscribed: true, plan_type: 'monthly' });
  });

  it('PAY-09: a boleto that was waiting when access was revoked can no longer be paid', async () => {
    const user = await aUser(db);
    const id = await buy(user, 'price_semestral', 'boleto');
    await work();
    clock.advance(60);
    await revokeAccess(deps, await anAdmin(db), { userId: user.userId, reason: 'abuso' });
    await work();
    expect(acts.payVoucher(id)).toBe(false);
    expect(await check(user)).toMatchObject({ subscribed: false, payment_pending: false });
  });

  it('A-85: a plan given by hand survives every sync, and a payment follows when it has ended', async () => {
    const { user, id, customerId } = await subscriber();
    const until = new Date(clock.now().getTime() + 10 * 86_400_000);
    await grantPlan(deps, await anAdmin(db), {
      userId: user.userId,
      planType: 'annual',
      until,
      reason: 'parceria',
    });
    acts.failRenewal(id);
    await work();
    await settleCustomer(deps, customerId);
    const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, user.userId));
    expect(row).toMatchObject({ source: 'grant', planType: 'annual', status: 'active', expiresAt: until });
    clock.advance(11 * 86_400);
    await settleCustomer(deps, customerId);
    expect(await check(user)).toMatchObject({ subscribed: true, plan_type: 'monthly' });
  });
});
