import { and, eq, isNull, sql } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import type { Executor } from '#db/open.server.ts';
import { payments, providerSubscriptions } from '#db/schema/subscriptions.ts';
import type { PlanType } from '#features/plans/plans.ts';
import { inParts } from '#platform/elements.ts';
import type { CustomerState, PaymentChange, ProviderPayment } from './model.ts';

/** The customer's user, the plan of each price, and the time of saving. */
interface Owner {
  userId: string;
  now: Date;
  planOf: (priceId: string) => PlanType | null;
}

/** Mirrors the provider's charges and subscriptions; unlisted ones stay. Safe to repeat. @returns changed charges */
export async function mirrorPayments(
  tx: Executor,
  state: CustomerState,
  owner: Owner,
): Promise<PaymentChange[]> {
  const changes = await keepPayments(tx, state, owner);
  await keepSubscriptions(tx, state, owner);
  if (state.isDeleted) await endHistory(tx, state.customerId, owner.now);
  return changes;
}

/** Ends all subscriptions of a customer deleted at the provider, which lists them no more. Safe to repeat. */
export async function endHistory(db: Executor, customerId: string, now: Date): Promise<void> {
  await db
    .update(providerSubscriptions)
    .set({ status: 'canceled', endedAt: now })
    .where(and(eq(providerSubscriptions.customerId, customerId), isNull(providerSubscriptions.endedAt)));
}

async function keepPayments(tx: Executor, state: CustomerState, owner: Owner): Promise<PaymentChange[]> {
  if (state.payments.length === 0) return [];
  const ids = state.payments.map((each) => each.id);
  const known = await tx
    .select({ id: payments.id, status: payments.status })
    .from(payments)
    .where(among(payments.id, ids));
  const before = new Map(known.map(({ id, status }) => [id, status]));
  const rows = state.payments.map(({ subscriptionId, priceId, ...payment }) => ({
    ...payment,
    customerId: state.customerId,
    userId: owner.userId,
    providerSubscriptionId: subscriptionId,
    planType: priceId && owner.planOf(priceId),
  }));
  for (const part of inParts(rows))
    await tx
      .insert(payments)
      .values(part)
      .onConflictDoUpdate({
        target: payments.id,
        set: {
          status: sql`excluded.status`,
          planType: sql`excluded.plan_type`,
          providerSubscriptionId: sql`excluded.provider_subscription_id`,
          amountCents: sql`excluded.amount_cents`,
          priceCents: sql`excluded.price_cents`,
          refundedCents: sql`excluded.refunded_cents`,
          periodStart: sql`excluded.period_start`,
          periodEnd: sql`excluded.period_end`,
          dueAt: sql`coalesce(excluded.due_at, ${payments.dueAt})`,
          paidAt: sql`excluded.paid_at`,
          failedAt: sql`excluded.failed_at`,
          refundedAt: sql`excluded.refunded_at`,
        },
      });
  return state.payments
    .map((payment) => ({
      payment,
      was: before.get(payment.id) ?? null,
      planType: payment.priceId === null ? null : owner.planOf(payment.priceId),
      isFirst: payment.subscriptionId !== null && !firstPaidAt(state.payments, payment.subscriptionId),
    }))
    .filter(({ payment, was }) => payment.status !== was);
}

async function keepSubscriptions(tx: Executor, state: CustomerState, owner: Owner): Promise<void> {
  if (state.subscriptions.length === 0) return;
  const rows = state.subscriptions.map(({ id, priceId, status, endedAt, createdAt, lastPaymentAt }) => ({
    id,
    customerId: state.customerId,
    userId: owner.userId,
    planType: owner.planOf(priceId),
    status,
    startedAt: firstPaidAt(state.payments, id) ?? lastPaymentAt,
    endedAt,
    createdAt,
  }));
  for (const part of inParts(rows))
    await tx
      .insert(providerSubscriptions)
      .values(part)
      .onConflictDoUpdate({
        target: providerSubscriptions.id,
        set: {
          planType: sql`excluded.plan_type`,
          status: sql`excluded.status`,
          startedAt: sql`least(${providerSubscriptions.startedAt}, excluded.started_at)`,
          endedAt: sql`excluded.ended_at`,
        },
      });
}

function firstPaidAt(all: ProviderPayment[], subscriptionId: string): Date | null {
  const times = all.flatMap((each) =>
    each.subscriptionId === subscriptionId && each.paidAt ? [each.paidAt.getTime()] : [],
  );
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}
