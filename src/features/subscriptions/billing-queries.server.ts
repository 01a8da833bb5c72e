import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { payments, subscriptions } from '#db/schema/subscriptions.ts';
import type { User } from '#features/accounts/model.ts';
import { planLabel, toPlanType } from '#features/plans/plans.ts';
import { formatDate, formatMoney } from '#platform/format.ts';
import type { Billing } from './billing.ts';
import { hasOpenPlan } from './model.ts';
import { toSubscription } from './subscription-queries.server.ts';

/** Ten years of monthly payments. */
const mostReceipts = 120;

/** What a user has paid, and what comes next. */
export async function getBilling(db: Database, { userId }: User, now: Date): Promise<Billing> {
  const [paid, [current]] = await Promise.all([
    db
      .select()
      .from(payments)
      .where(and(eq(payments.userId, userId), isNotNull(payments.paidAt)))
      .orderBy(desc(payments.paidAt), desc(payments.id))
      .limit(mostReceipts),
    db.select().from(subscriptions).where(eq(subscriptions.userId, userId)),
  ]);
  const receipts = paid.map((each) => ({
    id: each.id,
    plan: each.planType ? planLabel(toPlanType(each.planType)) : 'Assinatura',
    amountCents: each.amountCents,
    refundedCents: each.refundedCents,
    paidAt: (each.paidAt ?? each.createdAt).toISOString(),
    periodStart: each.periodStart?.toISOString() ?? null,
    periodEnd: each.periodEnd?.toISOString() ?? null,
  }));
  const last = paid.find(({ planType }) => planType === current?.planType);
  return { receipts, next: current ? nextOf(current, last?.priceCents ?? last?.amountCents, now) : null };
}

function nextOf(
  current: typeof subscriptions.$inferSelect,
  cents: number | undefined,
  now: Date,
): string | null {
  if (!current.expiresAt || !hasOpenPlan(toSubscription(current), now)) return null;
  if (current.paymentPending)
    return `O boleto ou Pix da renovação vence em ${formatDate(current.expiresAt)}${ofCents(cents)}.`;
  const renews = current.source === 'provider' && !current.cancelAtPeriodEnd;
  if (!renews) return `Termina em ${formatDate(current.expiresAt)}, sem nova cobrança.`;
  return `Renova em ${formatDate(current.expiresAt)}${ofCents(cents)}.`;
}

const ofCents = (cents: number | undefined): string => (cents ? ` por ${formatMoney(cents)}` : '');
