import type { Database } from '#db/open.server.ts';
import { paymentCustomers } from '#db/schema/subscriptions.ts';
import type { User } from '#features/accounts/model.ts';
import type { SoldPlanId } from '#features/plans/plans.ts';
import type { Clock } from '#platform/clock.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { planOfPrice } from './prices.ts';
import { receivePaymentEvent } from './receive-payment-event.server.ts';
import type { SimulatedPayments } from './simulated-gateway.server.ts';
import { changeLedger, getOwnCheckout, getOwnCustomer } from './simulated-ledger.server.ts';
import {
  enterCharge,
  cancelCheckout as giveUp,
  perform,
  type SimulatedAct,
  subscribe,
} from './simulated-rules.ts';

export interface SimulatedDeps {
  db: Database;
  jobs: Jobs;
  clock: Clock;
  payments: SimulatedPayments;
}

/**
 * Pays a checkout, or issues a boleto or Pix, then sends the event; once. @throws AppError `not-found` for another's
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
  const isPaid = method === 'card';
  const { customerId, priceId } = checkout;
  const concluded = await changeLedger(db, customerId, (ledger) => {
    const open = ledger.checkouts.find(({ id, status }) => id === checkoutId && status === 'open');
    if (!open) return false;
    open.status = isPaid ? 'paid' : 'pending';
    subscribe(ledger, { id: `sub_simulado_${checkoutId}`, priceId }, plan, isPaid, now);
    return true;
  });
  if (concluded) await send(deps, 'checkout.session.completed', customerId);
  return checkout.successUrl;
}

/** Cancels a checkout. Safe to repeat; a concluded one stays so. */
export async function cancelCheckout(deps: SimulatedDeps, user: User, checkoutId: string): Promise<string> {
  const checkout = await getOwnCheckout(deps.db, user, checkoutId);
  await changeLedger(deps.db, checkout.customerId, (ledger) => giveUp(ledger, checkoutId));
  return checkout.cancelUrl;
}

/** Applies an action, then sends its event. False when the status does not allow it. */
export async function actOnSubscription(
  deps: SimulatedDeps,
  user: User,
  order: { subscriptionId: string; act: SimulatedAct; plan?: SoldPlanId },
): Promise<boolean> {
  const { db, payments } = deps;
  const customerId = await getOwnCustomer(db, user);
  const monthsOf = (priceId: string) => planOfPrice(payments.prices, priceId)?.months ?? null;
  const event = await changeLedger(db, customerId, (ledger) => {
    const subscription = ledger.subscriptions.find(({ id }) => id === order.subscriptionId);
    const newPrice = order.plan && payments.prices[order.plan];
    const result = subscription && perform(subscription, order.act, deps.clock.now(), monthsOf, newPrice);
    if (!result) return null;
    Object.assign(subscription, result.subscription);
    const cents = planOfPrice(payments.prices, subscription.priceId)?.priceCents ?? 0;
    if (result.charge) enterCharge(ledger, subscription, result.charge, cents, deps.clock.now());
    return result.event;
  });
  if (event) await send(deps, event, customerId);
  return event !== null;
}

/** Buys a subscription for a demo account and sends the event. Safe to repeat. */
export async function subscribeForDemo(
  deps: SimulatedDeps,
  userId: string,
  planId: SoldPlanId,
): Promise<void> {
  const now = deps.clock.now();
  const customerId = await deps.payments.createCustomer({ userId });
  const priceId = deps.payments.prices[planId];
  // biome-ignore lint/style/noNonNullAssertion: the price is of the table that is searched
  const plan = planOfPrice(deps.payments.prices, priceId)!;
  const id = `sub_simulado_demo_${userId}`;
  await deps.db.insert(paymentCustomers).values({ userId, customerId, createdAt: now }).onConflictDoNothing();
  await changeLedger(deps.db, customerId, (ledger) => {
    const isThere = ledger.subscriptions.some((each) => each.id === id);
    if (!isThere) subscribe(ledger, { id, priceId }, plan, true, now);
  });
  await send(deps, 'checkout.session.completed', customerId);
}

/** Signs an event and passes it to the handler of POST /webhooks/stripe. */
async function send(deps: SimulatedDeps, type: string, customerId: string): Promise<void> {
  const { body, signature } = deps.payments.makeEvent(type, customerId, deps.clock.now());
  await receivePaymentEvent(deps, body, signature);
}
