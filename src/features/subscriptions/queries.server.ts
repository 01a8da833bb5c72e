import { and, eq, gt, inArray, isNotNull, or } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import {
  idempotentAnswers,
  paymentCustomers,
  paymentEvents,
  providerSubscriptions,
  subscriptions,
} from '#db/schema/subscriptions.ts';
import {
  type CheckoutAnswer,
  isEntitled,
  type PlanType,
  planTypes,
  type Subscription,
  type SubscriptionCheck,
} from './model.ts';

type Row = typeof subscriptions.$inferSelect;

/** A stored plan name; anything unknown is free. */
export const toPlanType = (stored: string): PlanType => planTypes.find((each) => each === stored) ?? 'free';

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

/** Whether the provider could not charge the last renewal of the subscription that a user has now. */
export async function hasRefusedRenewal(db: Executor, user: { userId: string }): Promise<boolean> {
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(providerSubscriptions, eq(providerSubscriptions.id, subscriptions.providerSubscriptionId))
    .where(
      and(
        eq(subscriptions.userId, user.userId),
        eq(subscriptions.source, 'provider'),
        inArray(providerSubscriptions.status, ['past_due', 'unpaid']),
      ),
    );
  return rows.length > 0;
}

/** Customers that the nightly sweep looks at: open or pending here, with an event not settled, or new. */
export async function listCustomersToSweep(db: Database, now: Date): Promise<string[]> {
  const monthAgo = new Date(now.getTime() - 30 * 24 * 3600 * 1000);
  const unsettled = db
    .select({ id: paymentEvents.customerId })
    .from(paymentEvents)
    .where(inArray(paymentEvents.fate, ['received', 'failed']));
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

/** The answer that a call with this key was given before, and what it had asked for. */
export async function findAnswer(
  db: Database,
  key: string,
): Promise<{ priceId: string; answer: CheckoutAnswer } | null> {
  const [row] = await db
    .select({ body: idempotentAnswers.body })
    .from(idempotentAnswers)
    .where(eq(idempotentAnswers.key, key));
  return row ? (row.body as { priceId: string; answer: CheckoutAnswer }) : null;
}
