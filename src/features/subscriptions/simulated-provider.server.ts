import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { paymentCustomers, simulatedCheckouts, simulatedSubscriptions } from '#db/schema/subscriptions.ts';
import type { User } from '#features/accounts/model.ts';
import type { SoldPlanId } from '#features/plans/plans.ts';
import type { Clock } from '#platform/clock.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { planOfPrice } from './prices.ts';
import { receivePaymentEvent } from './receive-payment-event.server.ts';
import { enterCharge } from './simulated-charges.server.ts';
import type { SimulatedPayments } from './simulated-gateway.server.ts';
import { getOwnCheckout, getOwnCustomer } from './simulated-queries.server.ts';
import { addMonths, perform, type SimulatedAct } from './simulated-rules.ts';

export interface SimulatedDeps {
  db: Database;
  jobs: Jobs;
  clock: Clock;
  payments: SimulatedPayments;
}

/**
 * Pays an open checkout by card, or issues a boleto or Pix: saves first, then sends a signed event. Returns the
 * redirect URL. Safe to repeat: a checkout concludes once. @throws AppError `not-found` for somebody else's checkout
 */
export async function concludeCheckout(
  deps: SimulatedDeps,
  user: User,
  checkoutId: string,
  method: 'card' | 'boleto',
): Promise<string> {
  const { db, payments } = deps;
  const now = deps.clock.now();
  const checkout = await getOwnCheckout(db, user, checkoutId);
  const plan = planOfPrice(payments.prices, checkout.priceId);
  if (!plan) return checkout.cancelUrl;
  const byCard = method === 'card';
  const periodEnd = addMonths(now, plan.months);
  const subscriptionId = `sub_simulado_${checkout.id}`;
  const concluded = await db.transaction(async (tx) => {
    const claimed = await tx
      .update(simulatedCheckouts)
      .set({ status: byCard ? 'paid' : 'pending', subscriptionId })
      .where(and(eq(simulatedCheckouts.id, checkout.id), eq(simulatedCheckouts.status, 'open')))
      .returning({ id: simulatedCheckouts.id });
    if (claimed.length === 0) return false;
    const { customerId, priceId } = checkout;
    const subscription = { id: subscriptionId, customerId, priceId };
    await tx.insert(simulatedSubscriptions).values({
      ...subscription,
      status: byCard ? 'active' : 'incomplete',
      currentPeriodEnd: byCard ? periodEnd : now,
      paymentPending: !byCard,
      lastPaymentAt: byCard ? now : null,
      createdAt: now,
    });
    const status = byCard ? 'paid' : 'pending';
    await enterCharge(tx, subscription, { status, periodStart: now, periodEnd }, plan.priceCents, now);
    return true;
  });
  if (concluded) await send(deps, 'checkout.session.completed', checkout.customerId);
  return checkout.successUrl;
}

/** Cancels a checkout. Safe to repeat; a concluded one stays so. */
export async function cancelCheckout(deps: SimulatedDeps, user: User, checkoutId: string): Promise<string> {
  const checkout = await getOwnCheckout(deps.db, user, checkoutId);
  await deps.db
    .update(simulatedCheckouts)
    .set({ status: 'canceled' })
    .where(and(eq(simulatedCheckouts.id, checkout.id), eq(simulatedCheckouts.status, 'open')));
  return checkout.cancelUrl;
}

/**
 * Applies an action to one of the user's subscriptions at the provider, then sends its event. False when its status
 * does not allow it, so a repeated click does nothing.
 */
export async function actOnSubscription(
  deps: SimulatedDeps,
  user: User,
  order: { subscriptionId: string; act: SimulatedAct; plan?: SoldPlanId },
): Promise<boolean> {
  const { db, payments } = deps;
  const customerId = await getOwnCustomer(db, user);
  const monthsOf = (priceId: string) => planOfPrice(payments.prices, priceId)?.months ?? null;
  const event = await db.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(simulatedSubscriptions)
      .where(
        and(
          eq(simulatedSubscriptions.id, order.subscriptionId),
          eq(simulatedSubscriptions.customerId, customerId),
        ),
      )
      .for('update');
    const newPrice = order.plan && payments.prices[order.plan];
    const result = before && perform(before, order.act, deps.clock.now(), monthsOf, newPrice);
    if (!result) return null;
    const { subscription, charge } = result;
    await tx
      .update(simulatedSubscriptions)
      .set(subscription)
      .where(eq(simulatedSubscriptions.id, order.subscriptionId));
    if (charge) {
      const cents = planOfPrice(payments.prices, subscription.priceId)?.priceCents ?? 0;
      await enterCharge(tx, { ...subscription, customerId }, charge, cents, deps.clock.now());
    }
    return result.event;
  });
  if (event) await send(deps, event, customerId);
  return event !== null;
}

/**
 * Buys a subscription at the simulated provider for a demo account, and sends the event. Safe to repeat: an existing
 * one stays.
 */
export async function subscribeForDemo(
  deps: SimulatedDeps,
  userId: string,
  planId: SoldPlanId,
): Promise<void> {
  const now = deps.clock.now();
  const customerId = await deps.payments.createCustomer({ userId });
  const priceId = deps.payments.prices[planId];
  const plan = planOfPrice(deps.payments.prices, priceId)!;
  const periodEnd = addMonths(now, plan.months);
  const subscription = { id: `sub_simulado_demo_${userId}`, customerId, priceId };
  await deps.db.transaction(async (tx) => {
    await tx.insert(paymentCustomers).values({ userId, customerId, createdAt: now }).onConflictDoNothing();
    const isNew = await tx
      .insert(simulatedSubscriptions)
      .values({
        ...subscription,
        status: 'active',
        currentPeriodEnd: periodEnd,
        lastPaymentAt: now,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: simulatedSubscriptions.id });
    const charge = { status: 'paid', periodStart: now, periodEnd } as const;
    if (isNew.length > 0) await enterCharge(tx, subscription, charge, plan.priceCents, now);
  });
  await send(deps, 'checkout.session.completed', customerId);
}

/** Signs an event and passes it to the handler of POST /webhooks/stripe. */
async function send(deps: SimulatedDeps, type: string, customerId: string): Promise<void> {
  const { body, signature } = deps.payments.makeEvent(type, customerId, deps.clock.now());
  await receivePaymentEvent(deps, body, signature);
}
