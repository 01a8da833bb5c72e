import type { ProviderPayment } from './model.ts';

export const guaranteeDays = 7;

type Paid = ProviderPayment & { paidAt: Date };

const wasPaid = (payment: ProviderPayment): payment is Paid =>
  payment.paidAt !== null && payment.amountCents > 0;

/** Latest first, with a stable tie-break. */
const byTime = (a: Paid, b: Paid) =>
  b.paidAt.getTime() - a.paidAt.getTime() ||
  b.createdAt.getTime() - a.createdAt.getTime() ||
  (a.id < b.id ? 1 : -1);

/** Whether the whole amount was returned, by refund or by a lost dispute. */
export const isReversed = (payment: ProviderPayment): boolean =>
  payment.amountCents > 0 && payment.refundedCents >= payment.amountCents;

/** The last payment of a subscription, refunded or not; null: none. */
export const lastPaymentOf = (payments: ProviderPayment[], subscriptionId: string): Paid | null =>
  payments
    .filter(wasPaid)
    .filter((each) => each.subscriptionId === subscriptionId)
    .toSorted(byTime)[0] ?? null;

/** The last payment, and those of the same subscription in the seven days before it; no lost disputes. */
export function toRefund(payments: ProviderPayment[], subscriptionId: string): ProviderPayment[] {
  const last = lastPaymentOf(payments, subscriptionId);
  if (!last) return [];
  const since = last.paidAt.getTime() - guaranteeDays * 24 * 3600 * 1000;
  return payments.filter(
    (each) =>
      each.subscriptionId === subscriptionId &&
      wasPaid(each) &&
      each.status !== 'disputed' &&
      each.paidAt.getTime() >= since,
  );
}
