import { addMonths } from '#platform/calendar.ts';
import { newId } from '#platform/ids.ts';
import type { CustomerState, ProviderPayment, ProviderSubscription } from './model.ts';
import { toRefund } from './refunds.ts';

export interface SimulatedCheckout {
  id: string;
  priceId: string;
  status: 'open' | 'paid' | 'pending' | 'canceled';
  successUrl: string;
  cancelUrl: string;
  turn: number;
}

/** The provider's state of one customer; lists are newest first. */
export interface SimulatedLedger extends Pick<CustomerState, 'subscriptions' | 'payments'> {
  checkouts: SimulatedCheckout[];
}

export const simulatedActs = [
  'pay-pending',
  'let-pending-lapse',
  'renew',
  'fail-renewal',
  'cancel-at-period-end',
  'reactivate',
  'change-plan',
  'end-now',
] as const;
export type SimulatedAct = (typeof simulatedActs)[number];

/** Months of a price in the provider's price list; null when it does not exist. */
export type MonthsOf = (priceId: string) => number | null;

const runs = (subscription: ProviderSubscription) =>
  subscription.status === 'active' || subscription.status === 'past_due';

export function isPossible(subscription: ProviderSubscription, act: SimulatedAct): boolean {
  const { status, cancelAtPeriodEnd, paymentPending } = subscription;
  const possible: Record<SimulatedAct, boolean> = {
    'pay-pending': paymentPending,
    'let-pending-lapse': paymentPending,
    renew: runs(subscription) && !cancelAtPeriodEnd,
    'fail-renewal': status === 'active' && !cancelAtPeriodEnd,
    'cancel-at-period-end': runs(subscription) && !cancelAtPeriodEnd,
    reactivate: runs(subscription) && cancelAtPeriodEnd,
    'change-plan': status === 'active' && !cancelAtPeriodEnd,
    'end-now': runs(subscription),
  };
  return possible[act];
}

/** What an action charges, or tries to, and for which period. */
export interface Charge {
  status: 'paid' | 'failed' | 'pending';
  periodStart: Date;
  periodEnd: Date;
}

export interface ActResult {
  subscription: ProviderSubscription;
  charge: Charge | null;
  event: string;
}

/** Applies an action; null when it is not allowed or names an unknown price. */
export function perform(
  subscription: ProviderSubscription,
  act: SimulatedAct,
  now: Date,
  monthsOf: MonthsOf,
  newPriceId: string = subscription.priceId,
): ActResult | null {
  const months = monthsOf(newPriceId);
  if (!isPossible(subscription, act) || months === null) return null;
  const paid = (from: Date) => ({
    status: 'active',
    paymentPending: false,
    lastPaymentAt: now,
    currentPeriodEnd: addMonths(from, months),
  });
  const later = subscription.currentPeriodEnd > now ? subscription.currentPeriodEnd : now;
  const charges: Partial<Record<SimulatedAct, [Charge['status'], Date]>> = {
    'pay-pending': ['paid', now],
    'let-pending-lapse': ['failed', now],
    renew: ['paid', later],
    'fail-renewal': ['failed', later],
    'change-plan': ['paid', now],
  };
  const changes: Record<SimulatedAct, [Partial<ProviderSubscription>, string]> = {
    'pay-pending': [paid(now), 'checkout.session.async_payment_succeeded'],
    'let-pending-lapse': [
      { status: 'incomplete_expired', paymentPending: false, endedAt: now },
      'checkout.session.async_payment_failed',
    ],
    renew: [paid(later), 'invoice.paid'],
    'fail-renewal': [{ status: 'past_due' }, 'invoice.payment_failed'],
    'cancel-at-period-end': [{ cancelAtPeriodEnd: true }, 'customer.subscription.updated'],
    reactivate: [{ cancelAtPeriodEnd: false }, 'customer.subscription.updated'],
    'change-plan': [{ ...paid(now), priceId: newPriceId }, 'customer.subscription.updated'],
    'end-now': [{ status: 'canceled', endedAt: now }, 'customer.subscription.deleted'],
  };
  const [change, event] = changes[act];
  const [status, periodStart] = charges[act] ?? [];
  const charge = status && periodStart && { status, periodStart, periodEnd: addMonths(periodStart, months) };
  return { subscription: { ...subscription, ...change }, charge: charge ?? null, event };
}

/** Records a charge on the pending or failed invoice, else on a new one. */
export function enterCharge(
  ledger: SimulatedLedger,
  { id: subscriptionId, priceId }: ProviderSubscription,
  charge: Charge,
  amountCents: number,
  now: Date,
): void {
  const isOpen = (each: ProviderPayment) =>
    each.subscriptionId === subscriptionId && (each.status === 'pending' || each.status === 'failed');
  const facts = { ...charge, priceId, amountCents, priceCents: amountCents };
  const paidAt = charge.status === 'paid' ? now : null;
  const failed = charge.status === 'failed' ? { failedAt: now } : {};
  const open = ledger.payments.find(isOpen);
  if (open) Object.assign(open, facts, { paidAt }, failed);
  else {
    const id = `in_simulado_${newId(now.getTime())}`;
    const rest = {
      refundedCents: 0,
      createdAt: now,
      dueAt: null,
      failedAt: null,
      refundedAt: null,
      payUrl: null,
    };
    ledger.payments.unshift({ id, subscriptionId, ...rest, ...facts, paidAt, ...failed });
  }
}

/** Cancels an open checkout. Safe to repeat. @returns its status afterwards */
export function cancelCheckout(
  { checkouts }: SimulatedLedger,
  checkoutId: string,
): SimulatedCheckout['status'] | null {
  const checkout = checkouts.find(({ id }) => id === checkoutId);
  if (checkout?.status === 'open') checkout.status = 'canceled';
  return checkout?.status ?? null;
}

/** Starts a subscription; unpaid, it waits for its boleto or Pix. */
export function subscribe(
  ledger: SimulatedLedger,
  { id, priceId }: { id: string; priceId: string },
  plan: { months: number; priceCents: number },
  isPaid: boolean,
  now: Date,
): void {
  const periodEnd = addMonths(now, plan.months);
  const subscription: ProviderSubscription = {
    id,
    priceId,
    status: isPaid ? 'active' : 'incomplete',
    currentPeriodEnd: isPaid ? periodEnd : now,
    cancelAtPeriodEnd: false,
    paymentPending: !isPaid,
    lastPaymentAt: isPaid ? now : null,
    createdAt: now,
    endedAt: null,
  };
  ledger.subscriptions.unshift(subscription);
  const charge: Charge = { status: isPaid ? 'paid' : 'pending', periodStart: now, periodEnd };
  enterCharge(ledger, subscription, charge, plan.priceCents, now);
}

/** Voids a pending boleto or Pix of an ended subscription. Safe to repeat. */
export function voidPending({ payments }: SimulatedLedger, subscriptionId: string, now: Date): void {
  for (const payment of payments) {
    if (payment.subscriptionId !== subscriptionId || payment.status !== 'pending') continue;
    Object.assign(payment, { status: 'failed', failedAt: now });
  }
}

/** Ends a subscription. Safe to repeat: the first end counts. */
export function endNow({ subscriptions }: SimulatedLedger, subscriptionId: string, now: Date): void {
  const found = subscriptions.find(({ id }) => id === subscriptionId);
  if (found?.endedAt !== null) return;
  Object.assign(found, { status: 'canceled', paymentPending: false, endedAt: now });
}

/** Refunds `toRefund` and ends the subscription. Safe to repeat. @returns cents refunded in total */
export function refundInFull(ledger: SimulatedLedger, subscriptionId: string, now: Date): number {
  const covered = toRefund(ledger.payments, subscriptionId);
  for (const payment of covered) {
    if (payment.refundedAt !== null) continue;
    Object.assign(payment, { status: 'refunded', refundedCents: payment.amountCents, refundedAt: now });
  }
  endNow(ledger, subscriptionId, now);
  return covered.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
