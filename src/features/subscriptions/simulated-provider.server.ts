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
 * Pays an open checkout by card, or issues a boleto or Pix for it: first the books, then a signed event.
 * Gives the address to go on to. Safe to repeat: a checkout is concluded once.
 * @throws AppError `not-found` for a checkout that is not the user's.
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

/** Gives a checkout up. Safe to repeat; one that was concluded stays so. */
export async function cancelCheckout(deps: SimulatedDeps, user: User, checkoutId: string): Promise<string> {
  const checkout = await getOwnCheckout(deps.db, user, checkoutId);
  await deps.db
    .update(simulatedCheckouts)
    .set({ status: 'canceled' })
    .where(and(eq(simulatedCheckouts.id, checkout.id), eq(simulatedCheckouts.status, 'open')));
  return checkout.cancelUrl;
}

/**
 * Does something to one of the user's own subscriptions in the provider's books and then sends its event.
 * False when the act is not possible in the state it is in, so a repeated click does nothing.
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
 * Puts a paid subscription into the provider's books for a user, as if bought just now; for demo accounts.
 * Sends the event. Safe to repeat: a user who already has one keeps it.
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

/** Signs an event and hands it to the very handler behind POST /webhooks/stripe. */
async function send(deps: SimulatedDeps, type: string, customerId: string): Promise<void> {
  const { body, signature } = deps.payments.makeEvent(type, customerId, deps.clock.now());
  await receivePaymentEvent(deps, body, signature);
}
