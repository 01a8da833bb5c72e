import { and, desc, eq, gt, inArray, isNotNull, or } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import {
  paymentCustomers,
  paymentEvents,
  payments,
  providerSubscriptions,
  subscriptions,
} from '#db/schema/subscriptions.ts';
import { toPlanType } from '#features/plans/plans.ts';
import { isEntitled, type PaymentTrouble, type Subscription, type SubscriptionCheck } from './model.ts';

type Row = typeof subscriptions.$inferSelect;

/** A stored row as pages and gates see it. */
export const toSubscription = (row: Row): Subscription => ({
  planType: toPlanType(row.planType),
  status: row.status === 'active' ? 'active' : 'inactive',
  expiresAt: row.expiresAt?.toISOString() ?? null,
  cancelAtPeriodEnd: row.cancelAtPeriodEnd,
  paymentPending: row.paymentPending,
  lastPaymentAt: row.lastPaymentAt?.toISOString() ?? null,
});

/** A user's one current subscription, straight from the database; null when there never was one. */
export async function findSubscription(db: Executor, userId: string): Promise<Subscription | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  return row ? toSubscription(row) : null;
}

/** What check-subscription answers: `subscribed` is the entitlement, an output of the one rule. */
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

/** Which customer a user is at the provider, and when that customer was last settled; null: never bought. */
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

/** Whether the provider knows a user: then there is a portal to open. */
export const hasCustomer = async (db: Executor, user: { userId: string }): Promise<boolean> =>
  (await findCustomer(db, user.userId)) !== null;

/** How long a first payment that did not come is spoken of, in days. */
const missedDays = 30;

/**
 * What is wrong with a user's payments: the last renewal of the subscription that he has could not be charged, or the
 * first payment of the one that he last wanted did not come. Null: nothing.
 */
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
  const isOver = row && (row.paymentPending || isEntitled('user', toSubscription(row), now));
  const wasRevoked = row?.revokedAt && last.createdAt <= row.revokedAt;
  const isOld = now.getTime() - last.createdAt.getTime() > missedDays * 86_400_000;
  if (last.startedAt || isOver || wasRevoked || isOld) return null;
  const ofLast = and(eq(payments.providerSubscriptionId, last.id), eq(payments.status, 'failed'));
  return (await db.$count(payments, ofLast)) > 0 ? 'first-missed' : null;
}

const isUnsettled = inArray(paymentEvents.fate, ['received', 'failed']);

/** Customers of whom events are not settled. */
export async function listLeftCustomers(db: Database): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: paymentEvents.customerId })
    .from(paymentEvents)
    .where(isUnsettled);
  return rows.flatMap(({ id }) => id ?? []);
}

/** Customers that the nightly sweep looks at: open or pending here, with an event not settled, or new. */
export async function listCustomersToSweep(db: Database, now: Date): Promise<string[]> {
  const monthAgo = new Date(now.getTime() - 30 * 24 * 3600 * 1000);
  const unsettled = db.select({ id: paymentEvents.customerId }).from(paymentEvents).where(isUnsettled);
  const rows = await db
    .select({ customerId: paymentCustomers.customerId })
    .from(paymentCustomers)
    .leftJoin(subscriptions, eq(subscriptions.userId, paymentCustomers.userId))
    .where(
      or(
        eq(subscriptions.status, 'active'),
        eq(subscriptions.paymentPending, true),
        isNotNull(subscriptions.revokedAt),
        gt(paymentCustomers.createdAt, monthAgo),
        inArray(paymentCustomers.customerId, unsettled),
      ),
    );
  return rows.map((row) => row.customerId);
}
