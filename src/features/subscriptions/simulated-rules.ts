import type { ProviderSubscription } from './model.ts';

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

/** The same day `months` later, or the last day of a shorter month. */
export function addMonths(date: Date, months: number): Date {
  const moved = new Date(date);
  moved.setUTCMonth(date.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return moved;
}

const runs = (subscription: ProviderSubscription) =>
  subscription.status === 'active' || subscription.status === 'past_due';

/** Whether a subscription's status allows an action. */
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

/** The subscription after an action, its charge, and the event's type. */
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
