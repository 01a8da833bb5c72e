import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { notifications } from '#db/schema/notifications.ts';
import { auditEntries } from '#db/schema/site.ts';
import { providerSubscriptions } from '#db/schema/subscriptions.ts';
import type { User } from '#features/accounts/model.ts';
import { anAdmin, aUser } from '#tests/builders.ts';
import { stripeWorld } from '#tests/stripe-world.ts';
import { revokeAccess } from './change-access.server.ts';
import { refundAndEnd, refundDuplicate } from './refund-payment.server.ts';
import { settleCustomer } from './settle-customer.server.ts';
import { startCheckout } from './start-checkout.server.ts';
import { findCustomer } from './subscription-queries.server.ts';
import { listUsers, userFilterSchema } from './user-queries.server.ts';

const world = await stripeWorld();
const { db, ledger, acts, deps, clock, work, buy, subscriber, check, fatesOf } = world;
const admin = await anAdmin(db);

const noticesOf = async (part: string) =>
  (await db.select().from(notifications)).filter((row) => row.dedupeKey?.includes(part));
const listed = async (user: User) =>
  (await listUsers(db, admin, userFilterSchema.parse({ q: user.email }), clock.now())).users[0]!;
const why = (user: User) => ({ userId: user.userId, reason: 'pagou duas vezes' });

/** Pays two open pages despite the safeguards. */
async function payTwice(): Promise<{ user: User; kept: string; double: string }> {
  const user = await aUser(db);
  const kept = await buy(user, 'price_anual');
  const { customerId } = (await findCustomer(db, user.userId))!;
  const urls = { success_url: 'https://radio.example/', cancel_url: 'https://radio.example/' };
  const session = ledger.createSession({
    customer: customerId,
    price: 'price_mensal',
    metadata: {},
    ...urls,
  });
  ledger.pay(session.id, 'card');
  await work();
  return { user, kept, double: ledger.sessions.get(session.id)!.subscription! };
}

describe('A-42: two subscriptions that were paid', () => {
  it('settle to the plan that reaches farther, and administrators are told once, with the way to the person', async () => {
    const { user, kept, double } = await payTwice();
    expect(await check(user)).toMatchObject({ subscribed: true, plan_type: 'annual' });
    await settleCustomer(deps, (await findCustomer(db, user.userId))!.customerId);
    const notices = await noticesOf(`payment-double:${user.userId}:${[kept, double].toSorted().join(':')}`);
    expect(notices).toMatchObject([
      {
        title: 'Cliente com mais de uma assinatura',
        link: `/admin/manage-users?q=${encodeURIComponent(user.email)}`,
      },
    ]);
    expect(await listed(user)).toMatchObject({
      subscriptionLabel: 'Anual',
      duplicate: { providerSubscriptionId: double, planType: 'monthly', amountCents: 2990 },
    });
  });

  it('are made one by a button: the double is given back and ends, the other goes on; twice at once gives back once', async () => {
    const { user, kept, double } = await payTwice();
    const outcomes = await Promise.all([1, 2].map(() => refundDuplicate(deps, admin, why(user))));
    expect(outcomes).toContainEqual({ ok: true });
    await work();
    expect(await check(user)).toMatchObject({ subscribed: true, plan_type: 'annual' });
    expect(ledger.subscriptions.get(double)?.status).toBe('canceled');
    expect(ledger.subscriptions.get(kept)?.status).toBe('active');
    expect((await fatesOf(user)).toSorted()).toEqual(['paid', 'refunded']);
    const back = [...ledger.refunds.values()].filter(
      (each) =>
        ledger.intents.get(each.payment_intent)?.customer === ledger.subscriptions.get(kept)?.customer,
    );
    expect(back.map(({ amount }) => amount)).toEqual([2990]);
    expect(await listed(user)).toMatchObject({ duplicate: null });
    expect(await refundDuplicate(deps, admin, why(user))).toEqual({ ok: false, reason: 'no-duplicate' });
    const audit = await db.select().from(auditEntries).where(eq(auditEntries.entityId, user.userId));
    expect(audit).toContainEqual(
      expect.objectContaining({
        action: 'user.refund',
        before: expect.objectContaining({ subscription: double, amountCents: 2990 }),
        after: { reason: 'pagou duas vezes' },
      }),
    );
  });

  it('are made one without touching the credit that a change of the one that goes on has left', async () => {
    const { user, kept } = await payTwice();
    acts.changePlan(kept, 'price_semestral');
    await work();
    const { customerId } = (await findCustomer(db, user.userId))!;
    const credit = ledger.customers.get(customerId)!.balance;
    expect(credit).toBeLessThan(0);
    expect(await refundDuplicate(deps, admin, why(user))).toEqual({ ok: true });
    await work();
    expect(ledger.customers.get(customerId)!.balance).toBe(credit);
  });

  it('that wait or were never ours are no double', async () => {
    const { user, id, customerId } = await subscriber('price_anual');
    ledger.addPrice('price_de_curso', 5000, 1);
    const urls = { success_url: 'https://radio.example/', cancel_url: 'https://radio.example/' };
    const order = { customer: customerId, metadata: {}, ...urls };
    ledger.pay(ledger.createSession({ ...order, price: 'price_de_curso' }).id, 'card');
    ledger.pay(ledger.createSession({ ...order, price: 'price_mensal' }).id, 'boleto');
    await work();
    expect(await listed(user)).toMatchObject({ duplicate: null });
    expect(
      await noticesOf(`payment-double`).then((all) => all.filter((n) => n.dedupeKey?.includes(id))),
    ).toEqual([]);
    expect(await refundDuplicate(deps, admin, why(user))).toEqual({ ok: false, reason: 'no-duplicate' });
    expect(await refundDuplicate(deps, admin, why(await aUser(db)))).toEqual({
      ok: false,
      reason: 'no-customer',
    });
  });
});

it('a contested payment rings the bell once, with its amount', async () => {
  const { user, id } = await subscriber();
  acts.dispute(id);
  await work();
  expect(await refundAndEnd(deps, admin, why(user))).toEqual({ ok: false, reason: 'disputed' });
  acts.closeDispute(id, 'lost');
  await work();
  const told = (await noticesOf('payment-disputed')).filter((each) => each.body?.includes('R$ 29,90'));
  expect(told).toMatchObject([{ type: 'payment-failed', title: 'Pagamento contestado' }]);
});

it('PAY-09: what was bought and not settled yet is revoked too', async () => {
  const user = await aUser(db);
  const id = await buy(user, 'price_anual');
  clock.advance(60);
  await revokeAccess(deps, admin, { userId: user.userId, reason: 'abuso' });
  await work();
  expect(await check(user)).toMatchObject({ subscribed: false, status: 'inactive' });
  expect(ledger.subscriptions.get(id)?.status).toBe('canceled');
});

it('A-39: who pays a price of before keeps the plan, and nobody buys at it any more', async () => {
  const { user, customerId } = await subscriber('price_mensal');
  ledger.addPrice('price_mensal_novo', 3490, 1);
  const settings = { ...deps.settings, STRIPE_PRICE_MONTHLY: 'price_mensal_novo, price_mensal' };
  await settleCustomer({ ...deps, settings }, customerId);
  expect(await check(user)).toMatchObject({ subscribed: true, plan_type: 'monthly' });
  const stranger = await aUser(db);
  await expect(startCheckout({ ...deps, settings }, stranger, 'price_mensal')).rejects.toMatchObject({
    status: 400,
  });
  expect((await startCheckout({ ...deps, settings }, stranger, 'price_mensal_novo')).url).toContain(
    '/checkout/',
  );
});

describe('a refund after a change to a shorter plan', () => {
  it('gives the money back once: not also as credit for the next plan', async () => {
    const { user, id, customerId } = await subscriber('price_anual');
    clock.advance(86_400);
    acts.changePlan(id, 'price_mensal');
    await work();
    expect(ledger.customers.get(customerId)!.balance).toBeLessThan(-15_000);
    expect(await refundAndEnd(deps, admin, { userId: user.userId, reason: 'desistiu' })).toEqual({
      ok: true,
    });
    await work();
    expect(await check(user)).toMatchObject({ subscribed: false });
    expect(ledger.customers.get(customerId)!.balance).toBe(0);
    expect(await deps.payments.refundInFull(id)).toEqual({ refundedCents: 21000 });
    expect(ledger.customers.get(customerId)!.balance).toBe(0);
    clock.advance(60);
    const next = await buy(user, 'price_semestral');
    expect(ledger.invoicesOf(next)[0]).toMatchObject({ amount_paid: 11400 });
  });

  it('is not offered for a plan that credit has paid: an earlier payment would leave it running', async () => {
    const { user, id } = await subscriber('price_anual');
    clock.advance(86_400);
    acts.changePlan(id, 'price_mensal');
    ledger.cancelNow(id);
    clock.advance(60);
    await work();
    expect((await listed(user)).lastPayment).toMatchObject({ amountCents: 21000, isRefunded: false });
    const next = await buy(user, 'price_semestral');
    await work();
    expect(ledger.invoicesOf(next)[0]).toMatchObject({ amount_paid: 0 });
    expect(await check(user)).toMatchObject({ subscribed: true, plan_type: 'semester' });
    expect((await listed(user)).lastPayment).toBeNull();
    const outcome = await refundAndEnd(deps, admin, { userId: user.userId, reason: 'desistiu' });
    expect(outcome).toEqual({ ok: false, reason: 'no-payment' });
    ledger.cancelNow(next);
    await work();
    expect((await listed(user)).lastPayment).toMatchObject({ amountCents: 21000 });
  });
});

it('a customer whom Stripe does not know any more leaves nothing that seems to run', async () => {
  const { user, customerId } = await subscriber('price_mensal');
  const forget = () => {
    ledger.customers.delete(customerId);
    for (const each of ledger.subscriptionsOf(customerId)) ledger.subscriptions.delete(each.id);
  };
  forget();
  clock.advance(60);
  await settleCustomer(deps, customerId);
  await buy(user, 'price_anual');
  await work();
  expect(await check(user)).toMatchObject({ subscribed: true, plan_type: 'annual' });
  expect(await listed(user)).toMatchObject({ duplicate: null, lastPayment: { planType: 'annual' } });
  const history = await db
    .select({ plan: providerSubscriptions.planType, status: providerSubscriptions.status })
    .from(providerSubscriptions)
    .where(eq(providerSubscriptions.userId, user.userId));
  expect(history.toSorted((a, b) => (a.status < b.status ? -1 : 1))).toEqual([
    { plan: 'annual', status: 'active' },
    { plan: 'monthly', status: 'canceled' },
  ]);
});
