import { freePlan, type PlanType } from '#features/plans/plans.ts';
import { type CustomerState, isEntitled, type PaymentChange, type ProviderSubscription } from './model.ts';
import { isReversed, lastPaymentOf } from './refunds.ts';

/** The stored row, as far as settling looks at it. */
export interface CurrentSubscription {
  planType: PlanType;
  status: 'active' | 'inactive';
  expiresAt: Date | null;
  source: string;
  providerSubscriptionId: string | null;
  lastPaymentAt: Date | null;
  /** Nothing that the provider had at this moment ever opens again; later purchases do. */
  revokedAt: Date | null;
}

/** The row as the provider's truth wants it. */
export interface Settled {
  planType: PlanType;
  status: 'active' | 'inactive';
  expiresAt: Date | null;
  source: 'provider';
  providerSubscriptionId: string;
  cancelAtPeriodEnd: boolean;
  paymentPending: boolean;
  lastPaymentAt: Date | null;
}

const opening = new Set(['active', 'trialing', 'past_due']);
/** States in which the provider goes on charging, or would again. */
export const liveStatuses = [...opening, 'unpaid', 'paused'];
const live = new Set<string>(liveStatuses);

/** Whether the provider still holds, or may again charge, this subscription. */
export const isLive = (subscription: Pick<ProviderSubscription, 'status'>): boolean =>
  live.has(subscription.status);

/** Subscriptions of ours that the provider would charge beside the one that the row follows. */
export const duplicatesOf = (
  state: CustomerState,
  settled: Pick<Settled, 'providerSubscriptionId'>,
  planOf: (priceId: string) => PlanType | null,
): ProviderSubscription[] => {
  const ours = state.subscriptions.filter((each) => isLive(each) && planOf(each.priceId) !== null);
  const follows = ours.some((each) => each.id === settled.providerSubscriptionId);
  return follows ? ours.filter((each) => each.id !== settled.providerSubscriptionId) : [];
};

/** Subscriptions of ours whose first payment did not come: the provider would still take it, beside another's. */
export const neverBegun = (
  state: CustomerState,
  planOf: (priceId: string) => PlanType | null,
): ProviderSubscription[] =>
  state.subscriptions.filter(
    (each) => each.status === 'incomplete' && !each.paymentPending && planOf(each.priceId) !== null,
  );

/** How long something that the provider tells is news, in milliseconds; what is older is not told to anybody. */
export const newsFor = 7 * 24 * 3600 * 1000;

/** A purchase that goes on just now can look like one that came to nothing. */
const purchaseTime = 3600 * 1000;

/** Whether a charge tells that the first payment of a plan of ours has not come (a boleto or Pix that expired). */
export function isMissedFirst({ payment, was, planType, isFirst }: PaymentChange, now: Date): boolean {
  if (payment.status !== 'failed' || !isFirst || planType === null) return false;
  const age = now.getTime() - payment.createdAt.getTime();
  return was === 'pending' || (was === null && age >= purchaseTime && age <= newsFor);
}

/** What an administrator's revocation covers: everything that existed then; it never opens again. */
const isRevoked = (subscription: ProviderSubscription, current: CurrentSubscription | null): boolean =>
  Boolean(current?.revokedAt && subscription.createdAt <= current.revokedAt);

/** Subscriptions that were revoked here and that could still bring the provider money (PAY-09). */
export const toCancel = (state: CustomerState, current: CurrentSubscription | null): string[] =>
  state.subscriptions
    .filter((each) => (isLive(each) || each.status === 'incomplete') && isRevoked(each, current))
    .map((each) => each.id);

/**
 * A subscription as far as it still stands on money: where the last payment went back in full, or was lost in a
 * dispute, nothing is open from that moment on, whatever the provider calls it. A later payment opens again.
 */
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

/** The subscription that speaks for the customer: the same one in whatever order they come. */
function bestOf(subscriptions: ProviderSubscription[], now: Date): ProviderSubscription | null {
  const order = (a: ProviderSubscription, b: ProviderSubscription) =>
    rankOf(b, now) - rankOf(a, now) ||
    b.currentPeriodEnd.getTime() - a.currentPeriodEnd.getTime() ||
    b.createdAt.getTime() - a.createdAt.getTime() ||
    (a.id < b.id ? -1 : 1);
  return subscriptions.toSorted(order)[0] ?? null;
}

/**
 * What the provider's truth makes of the stored row; null leaves the row as it is.
 *
 * A past_due subscription stays open until the end of what was paid; a pending boleto or Pix opens nothing
 * what was revoked stays closed; a grant in force is not touched. Prices that are not ours
 * are ignored.
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
  if (!best) return vanished(current);
  const rank = rankOf(best, now);
  if (rank === 0 && !isFollowed(current)) return null;
  return {
    planType: rank === 0 ? freePlan : planOf(best.priceId)!,
    status: opening.has(best.status) ? 'active' : 'inactive',
    expiresAt: rank === 0 || rank === 3 ? null : earlier(best.endedAt, best.currentPeriodEnd),
    source: 'provider',
    providerSubscriptionId: best.id,
    cancelAtPeriodEnd: best.cancelAtPeriodEnd && isLive(best),
    paymentPending: best.paymentPending,
    lastPaymentAt: best.lastPaymentAt,
  };
}

const earlier = (endedAt: Date | null, periodEnd: Date): Date =>
  endedAt && endedAt < periodEnd ? endedAt : periodEnd;

/** Whether a plan given by hand opens the library. */
export const isGranted = (current: CurrentSubscription | null, now: Date): boolean =>
  current?.source === 'grant' && isEntitled('user', withIsoDate(current), now);

/** Whether the row follows a subscription at the provider. */
const isFollowed = (current: CurrentSubscription | null): boolean =>
  current?.source === 'provider' && current.providerSubscriptionId !== null;

/** A row whose subscription the provider does not know any more is closed. */
function vanished(current: CurrentSubscription | null): Settled | null {
  if (!current || !isFollowed(current)) return null;
  return {
    planType: current.planType,
    status: 'inactive',
    expiresAt: current.expiresAt,
    source: 'provider',
    providerSubscriptionId: current.providerSubscriptionId!,
    cancelAtPeriodEnd: false,
    paymentPending: false,
    lastPaymentAt: current.lastPaymentAt,
  };
}

const withIsoDate = (current: CurrentSubscription) => ({
  ...current,
  expiresAt: current.expiresAt?.toISOString() ?? null,
});
