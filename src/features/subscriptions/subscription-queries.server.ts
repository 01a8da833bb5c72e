import { and, asc, desc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { inBatches } from '#db/batches.ts';
import type { Database, Executor } from '#db/open.server.ts';
import { profiles } from '#db/schema/accounts.ts';
import {
  paymentCustomers,
  paymentEvents,
  payments,
  providerSubscriptions,
  subscriptions,
} from '#db/schema/subscriptions.ts';
import { toRole } from '#features/accounts/roles.ts';
import { toPlanType } from '#features/plans/plans.ts';
import {
  hasOpenPlan,
  isEntitled,
  type PaymentTrouble,
  type Subscription,
  type SubscriptionCheck,
} from './model.ts';

type Row = typeof subscriptions.$inferSelect;

/** A stored row as pages and gates see it. */
export const toSubscription = (row: Row): Subscription => ({
  planType: toPlanType(row.planType),
  status: row.status,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  cancelAtPeriodEnd: row.cancelAtPeriodEnd,
  paymentPending: row.paymentPending,
  lastPaymentAt: row.lastPaymentAt?.toISOString() ?? null,
});

/** A user's current subscription from the database; null when there never was one. */
export async function findSubscription(db: Executor, userId: string): Promise<Subscription | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  return row ? toSubscription(row) : null;
}

/** Whether a user's library is open by the one rule, for work that goes on without a request. */
export async function hasOpenLibrary(db: Executor, userId: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ role: profiles.role, subscription: subscriptions })
    .from(profiles)
    .leftJoin(subscriptions, eq(subscriptions.userId, profiles.userId))
    .where(eq(profiles.userId, userId));
  return !!row && isEntitled(toRole(row.role), row.subscription && toSubscription(row.subscription), now);
}

/** The response of check-subscription: `subscribed` is the entitlement by the one rule. */
export async function checkSubscription(
  db: Database,
  viewer: { userId: string; role: string },
  now: Date,
): Promise<SubscriptionCheck> {
  const subscription = await findSubscription(db, viewer.userId);
  return {
    subscribed: isEntitled(viewer.role, subscription, now),
    plan_type: subscription?.planType ?? null,
    status: subscription?.status ?? null,
    subscription_end: subscription?.expiresAt ?? null,
    cancel_at_period_end: subscription?.cancelAtPeriodEnd ?? false,
    payment_pending: subscription?.paymentPending ?? false,
  };
}

/** A user's customer and its last settlement; null: never bought. */
export async function findCustomer(
  db: Executor,
  userId: string,
): Promise<{ customerId: string; settledAt: Date | null } | null> {
  const [row] = await db
    .select({ customerId: paymentCustomers.customerId, settledAt: paymentCustomers.settledAt })
    .from(paymentCustomers)
    .where(eq(paymentCustomers.userId, userId));
  return row ?? null;
}

/** Whether the user is a customer of the provider, so that there is a portal. */
export const hasCustomer = async (db: Executor, user: { userId: string }): Promise<boolean> =>
  (await findCustomer(db, user.userId)) !== null;

const missedDays = 30;

/** A declined last renewal, or a missed first payment of the latest purchase. Null: neither. */
export async function findPaymentTrouble(
  db: Executor,
  user: { userId: string },
  now: Date,
): Promise<PaymentTrouble | null> {
  const wanted = await db
    .select({ own: providerSubscriptions, row: subscriptions })
    .from(providerSubscriptions)
    .leftJoin(subscriptions, eq(subscriptions.userId, providerSubscriptions.userId))
    .where(and(eq(providerSubscriptions.userId, user.userId), isNotNull(providerSubscriptions.planType)))
    .orderBy(desc(providerSubscriptions.createdAt), desc(providerSubscriptions.id));
  const [newest] = wanted;
  if (!newest) return null;
  const { own: last, row } = newest;
  const followed = row?.source === 'provider' ? row.providerSubscriptionId : null;
  const isUnpaid = ({ id, status }: typeof last) => id === followed && /^(past_due|unpaid)$/.test(status);
  if (wanted.some(({ own }) => isUnpaid(own))) return 'renewal-refused';
  const isOver = row && (row.paymentPending || hasOpenPlan(toSubscription(row), now));
  const wasRevoked = row?.revokedAt && last.createdAt <= row.revokedAt;
  const isOld = now.getTime() - last.createdAt.getTime() > missedDays * 86_400_000;
  if (last.startedAt || isOver || wasRevoked || isOld) return null;
  const ofLast = and(eq(payments.providerSubscriptionId, last.id), eq(payments.status, 'failed'));
  return (await db.$count(payments, ofLast)) > 0 ? 'first-missed' : null;
}

const isUnsettled = inArray(paymentEvents.fate, ['received', 'failed']);

/** Customers with unsettled events, in batches. */
export const listLeftCustomers = (db: Database): AsyncGenerator<{ customerId: string }[]> =>
  inBatches('customerId', (after, length) =>
    db
      .selectDistinct({ customerId: sql<string>`${paymentEvents.customerId}` })
      .from(paymentEvents)
      .where(and(isUnsettled, gt(paymentEvents.customerId, after)))
      .orderBy(asc(paymentEvents.customerId))
      .limit(length),
  );

/** Customers for the nightly sweep, in batches: open or pending here, with unsettled events, or new. */
export function listCustomersToSweep(db: Database, now: Date): AsyncGenerator<{ customerId: string }[]> {
  const monthAgo = new Date(now.getTime() - 30 * 24 * 3600 * 1000);
  const unsettled = db.select({ id: paymentEvents.customerId }).from(paymentEvents).where(isUnsettled);
  const isDue = or(
    eq(subscriptions.status, 'active'),
    eq(subscriptions.paymentPending, true),
    isNotNull(subscriptions.revokedAt),
    gt(paymentCustomers.createdAt, monthAgo),
    inArray(paymentCustomers.customerId, unsettled),
  );
  return inBatches('customerId', (after, length) =>
    db
      .select({ customerId: paymentCustomers.customerId })
      .from(paymentCustomers)
      .leftJoin(subscriptions, eq(subscriptions.userId, paymentCustomers.userId))
      .where(and(isDue, gt(paymentCustomers.customerId, after)))
      .orderBy(asc(paymentCustomers.customerId))
      .limit(length),
  );
}
