import type { ProviderPayment } from './model.ts';

/** Days within which whoever regrets gets everything back. */
export const guaranteeDays = 7;

const wasPaid = (payment: ProviderPayment) => payment.paidAt !== null && payment.amountCents > 0;

/** The latest first; the same order in whatever order they come. */
const byTime = (a: ProviderPayment, b: ProviderPayment) =>
  b.paidAt!.getTime() - a.paidAt!.getTime() ||
  b.createdAt.getTime() - a.createdAt.getTime() ||
  (a.id < b.id ? 1 : -1);

/** Whether the whole amount has gone back to the payer, by refund or by a lost dispute. */
export const isReversed = (payment: ProviderPayment): boolean =>
  payment.amountCents > 0 && payment.refundedCents >= payment.amountCents;

/** The last money that a subscription has brought, given back or not; null: none. */
export const lastPaymentOf = (payments: ProviderPayment[], subscriptionId: string): ProviderPayment | null =>
  payments.filter((each) => each.subscriptionId === subscriptionId && wasPaid(each)).toSorted(byTime)[0] ??
  null;

/**
 * What a refund in full covers: the last payment, and whatever the same subscription has cost in the seven days
 * before it (a change of plan). Payments that were given back already are among them; a lost dispute is not.
 */
export function toRefund(payments: ProviderPayment[], subscriptionId: string): ProviderPayment[] {
  const last = lastPaymentOf(payments, subscriptionId);
  if (!last) return [];
  const since = last.paidAt!.getTime() - guaranteeDays * 24 * 3600 * 1000;
  return payments.filter(
    (each) =>
      each.subscriptionId === subscriptionId &&
      wasPaid(each) &&
      each.status !== 'disputed' &&
      each.paidAt!.getTime() >= since,
  );
}
