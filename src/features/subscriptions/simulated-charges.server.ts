import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { simulatedInvoices, simulatedSubscriptions } from '#db/schema/subscriptions.ts';
import { newId } from '#platform/ids.ts';
import { toRefund } from './refunds.ts';
import { listSimulatedPayments } from './simulated-payments.server.ts';
import type { Charge } from './simulated-rules.ts';

/** Records a charge on the subscription's pending or failed invoice, else on a new one. */
export async function enterCharge(
  tx: Executor,
  subscription: { id: string; customerId: string; priceId: string },
  charge: Charge,
  amountCents: number,
  now: Date,
): Promise<void> {
  const { id: subscriptionId, customerId, priceId } = subscription;
  const values = {
    ...charge,
    priceId,
    amountCents,
    paidAt: charge.status === 'paid' ? now : null,
    ...(charge.status === 'failed' ? { failedAt: now } : {}),
  };
  const open = await tx
    .update(simulatedInvoices)
    .set(values)
    .where(
      and(
        eq(simulatedInvoices.subscriptionId, subscriptionId),
        inArray(simulatedInvoices.status, ['pending', 'failed']),
      ),
    )
    .returning({ id: simulatedInvoices.id });
  if (open.length > 0) return;
  const id = `in_simulado_${newId(now.getTime())}`;
  await tx.insert(simulatedInvoices).values({ id, subscriptionId, customerId, createdAt: now, ...values });
}

/** Voids a pending boleto or Pix of an ended subscription. Safe to repeat. */
export async function voidPending(db: Database, subscriptionId: string, now: Date): Promise<void> {
  await db
    .update(simulatedInvoices)
    .set({ status: 'failed', failedAt: now })
    .where(
      and(eq(simulatedInvoices.subscriptionId, subscriptionId), eq(simulatedInvoices.status, 'pending')),
    );
}

/**
 * Refunds the last payment of a subscription in full and ends it, in one transaction; returns the total refunded. Safe
 * to repeat and to run in parallel.
 */
export async function refundSimulated(
  db: Database,
  subscriptionId: string,
  now: Date,
): Promise<{ refundedCents: number } | null> {
  return db.transaction(async (tx) => {
    const [subscription] = await tx
      .select()
      .from(simulatedSubscriptions)
      .where(eq(simulatedSubscriptions.id, subscriptionId))
      .for('update');
    if (!subscription) return null;
    const covered = toRefund(await listSimulatedPayments(tx, subscription.customerId), subscriptionId);
    const open = covered.filter((each) => each.refundedAt === null).map((each) => each.id);
    if (open.length > 0) {
      await tx
        .update(simulatedInvoices)
        .set({ status: 'refunded', refundedCents: sql`amount_cents`, refundedAt: now })
        .where(inArray(simulatedInvoices.id, open));
    }
    await tx
      .update(simulatedSubscriptions)
      .set({ status: 'canceled', endedAt: subscription.endedAt ?? now, paymentPending: false })
      .where(eq(simulatedSubscriptions.id, subscriptionId));
    return { refundedCents: covered.reduce((sum, each) => sum + each.amountCents, 0) };
  });
}
