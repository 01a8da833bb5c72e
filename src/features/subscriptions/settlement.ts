import type { SubscriptionStatus } from '#db/schema/subscriptions.ts';
import { freePlan, type PlanType } from '#features/plans/plans.ts';
import { instant } from '#platform/calendar.ts';
import { type CustomerState, hasOpenPlan, type PaymentChange, type ProviderSubscription } from './model.ts';
import { isReversed, lastPaymentOf } from './refunds.ts';

/** The parts of the stored row that a settlement reads. */
export interface CurrentSubscription {
  planType: PlanType;
  status: SubscriptionStatus;
  expiresAt: Date | null;
  source: string;
  providerSubscriptionId: string | null;
  lastPaymentAt: Date | null;
  /** No subscription that existed at this moment re-opens; later purchases do. */
  revokedAt: Date | null;
}

/** The row according to the provider. */
export interface Settled {
  planType: PlanType;
  status: SubscriptionStatus;
  expiresAt: Date | null;
  source: 'provider';
  providerSubscriptionId: string;
  cancelAtPeriodEnd: boolean;
  paymentPending: boolean;
  lastPaymentAt: Date | null;
}

const opening = new Set(['active', 'trialing', 'past_due']);
/** Statuses of a subscription whose last invoice is unpaid. */
export const owing: ReadonlySet<string> = new Set(['past_due', 'unpaid']);
export const liveStatuses = [...opening, 'unpaid', 'paused'];
const live = new Set<string>(liveStatuses);

/** Whether the provider still charges this subscription, or may again. */
export const isLive = (subscription: Pick<ProviderSubscription, 'status'>): boolean =>
  live.has(subscription.status);

/** Charged subscriptions of ours beside the current one. */
export const duplicatesOf = (
  state: CustomerState,
  settled: Pick<Settled, 'providerSubscriptionId'>,
  planOf: (priceId: string) => PlanType | null,
): ProviderSubscription[] => {
  const ours = state.subscriptions.filter((each) => isLive(each) && planOf(each.priceId) !== null);
  const follows = ours.some((each) => each.id === settled.providerSubscriptionId);
  return follows ? ours.filter((each) => each.id !== settled.providerSubscriptionId) : [];
};

/** Subscriptions whose first payment was missed: the provider would still accept it. */
export const neverBegun = (
  state: CustomerState,
  planOf: (priceId: string) => PlanType | null,
): ProviderSubscription[] =>
  state.subscriptions.filter(
    (each) => each.status === 'incomplete' && !each.paymentPending && planOf(each.priceId) !== null,
  );

/** Milliseconds; older events cause no mail and no notice. */
export const newsFor = 7 * 24 * 3600 * 1000;

/** A purchase in progress can look like an abandoned one. */
const purchaseTime = 3600 * 1000;

/** Whether a charge is a missed first payment of one of our plans (an expired boleto or Pix). */
export function isMissedFirst({ payment, was, planType, isFirst }: PaymentChange, now: Date): boolean {
  if (payment.status !== 'failed' || !isFirst || planType === null) return false;
  const age = now.getTime() - payment.createdAt.getTime();
  return was === 'pending' || (was === null && age >= purchaseTime && age <= newsFor);
}

/** A revocation covers everything that existed at its time, for good. */
const isRevoked = (subscription: ProviderSubscription, current: CurrentSubscription | null): boolean =>
  Boolean(current?.revokedAt && subscription.createdAt <= current.revokedAt);

/** Revoked subscriptions that could still be charged (PAY-09). */
export const toCancel = (state: CustomerState, current: CurrentSubscription | null): string[] =>
  state.subscriptions
    .filter((each) => (isLive(each) || each.status === 'incomplete') && isRevoked(each, current))
    .map((each) => each.id);

/** A full refund or a lost dispute closes a subscription, whatever its status, until a later payment. */
function standing(subscription: ProviderSubscription, state: CustomerState): ProviderSubscription {
  const last = lastPaymentOf(state.payments, subscription.id);
  if (!last || !isReversed(last)) return subscription;
  const backAt = last.refundedAt ?? last.createdAt;
  const currentPeriodEnd = backAt < subscription.currentPeriodEnd ? backAt : subscription.currentPeriodEnd;
  return { ...subscription, currentPeriodEnd };
}

/** 4 opens the library, 3 waits for a boleto or Pix, 2 has lapsed but lives, 1 has ended, 0 was never paid. */
function rankOf(subscription: ProviderSubscription, now: Date): number {
  if (opening.has(subscription.status) && subscription.currentPeriodEnd > now) return 4;
  if (subscription.status === 'incomplete') return subscription.paymentPending ? 3 : 0;
  if (isLive(subscription)) return 2;
  return subscription.lastPaymentAt ? 1 : 0;
}

/** The subscription that counts for the customer, independent of their order. */
function bestOf(subscriptions: ProviderSubscription[], now: Date): ProviderSubscription | null {
  const order = (a: ProviderSubscription, b: ProviderSubscription) =>
    rankOf(b, now) - rankOf(a, now) ||
    b.currentPeriodEnd.getTime() - a.currentPeriodEnd.getTime() ||
    b.createdAt.getTime() - a.createdAt.getTime() ||
    (a.id < b.id ? -1 : 1);
  return subscriptions.toSorted(order)[0] ?? null;
}

/**
 * Maps the provider's snapshot to the stored row; null leaves the row unchanged. A past_due subscription stays open
 * until the end of the paid period; a pending boleto or Pix opens nothing, but keeps open until it is overdue
 * what was revoked stays closed
 * a grant in force is untouched. Prices that are not ours are ignored.
 */
export function settle(
  state: CustomerState,
  current: CurrentSubscription | null,
  planOf: (priceId: string) => PlanType | null,
  now: Date,
): Settled | null {
  if (isGranted(current, now)) return null;
  const candidates = state.subscriptions
    .filter((each) => planOf(each.priceId) !== null && !isRevoked(each, current))
    .map((each) => standing(each, state));
  const best = bestOf(candidates, now);
  const planType = best && planOf(best.priceId);
  if (!best || !planType) return vanished(current);
  const rank = rankOf(best, now);
  if (rank === 0 && !isFollowed(current)) return null;
  return {
    planType: rank === 0 ? freePlan : planType,
    status: opening.has(best.status) ? 'active' : 'inactive',
    expiresAt: rank === 0 || rank === 3 ? null : endOf(best, current, now),
    source: 'provider',
    providerSubscriptionId: best.id,
    cancelAtPeriodEnd: best.cancelAtPeriodEnd && isLive(best),
    paymentPending: best.paymentPending,
    lastPaymentAt: best.lastPaymentAt,
  };
}

/** When access ends. It ended with a boleto that is overdue now, not with the period that was paid before it. */
function endOf(best: ProviderSubscription, current: CurrentSubscription | null, now: Date): Date {
  const { endedAt, currentPeriodEnd } = best;
  const end = endedAt && endedAt < currentPeriodEnd ? endedAt : currentPeriodEnd;
  const was = current?.providerSubscriptionId === best.id ? current.expiresAt : null;
  const isUnpaidSince =
    owing.has(best.status) && best.lastPaymentAt?.getTime() === current?.lastPaymentAt?.getTime();
  return isUnpaidSince && was && was > end && was <= now ? was : end;
}

/** Whether a granted plan opens the library. */
export const isGranted = (current: CurrentSubscription | null, now: Date): boolean =>
  current?.source === 'grant' && hasOpenPlan(withIsoDate(current), now);

const isFollowed = (
  current: CurrentSubscription | null,
): current is CurrentSubscription & { providerSubscriptionId: string } =>
  current?.source === 'provider' && current.providerSubscriptionId !== null;

/** Closes a row whose subscription no longer exists at the provider. */
function vanished(current: CurrentSubscription | null): Settled | null {
  if (!isFollowed(current)) return null;
  return {
    planType: current.planType,
    status: 'inactive',
    expiresAt: current.expiresAt,
    source: 'provider',
    providerSubscriptionId: current.providerSubscriptionId,
    cancelAtPeriodEnd: false,
    paymentPending: false,
    lastPaymentAt: current.lastPaymentAt,
  };
}

const withIsoDate = (current: CurrentSubscription) => ({
  ...current,
  expiresAt: current.expiresAt && instant(current.expiresAt),
});
