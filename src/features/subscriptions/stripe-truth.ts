import type { PaymentStatus } from '#db/schema/subscriptions.ts';
import type { CustomerState, OpenCheckout, ProviderPayment, ProviderSubscription } from './model.ts';
import { owing } from './settlement.ts';
import {
  idOf,
  type StripeDispute,
  type StripeFacts,
  type StripeIntent,
  type StripeInvoice,
  type StripeLine,
  type StripeSession,
  type StripeSubscription,
} from './stripe-facts.ts';
import { dueOf, isWaiting } from './vouchers.ts';

/** A renewal's invoice is a draft for about an hour before it is charged; access continues meanwhile. */
const draftGraceSeconds = 24 * 3600;
/** Disputes without a loss: inquiries, and won ones. */
const harmless = new Set([
  'won',
  'prevented',
  'warning_closed',
  'warning_needs_response',
  'warning_under_review',
]);

const at = (seconds: number): Date => new Date(seconds * 1000);
const atOrNull = (seconds: number | null | undefined): Date | null => (seconds ? at(seconds) : null);

/** Maps Stripe's objects to a snapshot. Paid invoices decide, not the subscription's status. */
export function toCustomerState(facts: StripeFacts): CustomerState {
  const payments = facts.invoices.flatMap((invoice) => toPayment(invoice, facts) ?? []).toSorted(newestFirst);
  const subscriptions = facts.subscriptions
    .map((each) => toSubscription(each, payments, facts.invoices))
    .toSorted(newestFirst);
  return { customerId: facts.customerId, isDeleted: facts.isDeleted, subscriptions, payments };
}

const newestFirst = (a: { id: string; createdAt: Date }, b: { id: string; createdAt: Date }) =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);

/** The subscription of an invoice, or null. */
export const subscriptionOf = (invoice: StripeInvoice): string | null => {
  const details = invoice.parent?.subscription_details;
  return details ? idOf(details.subscription) : null;
};

/** The payment intent that paid an invoice, or else the last attempt. */
export function intentOf(
  invoice: Pick<StripeInvoice, 'payments'>,
  intents: StripeIntent[],
): StripeIntent | null {
  const tried = invoice.payments.flatMap(({ status, payment }) => {
    const { payment_intent: named } = payment;
    const intent = named && intents.find(({ id }) => id === idOf(named));
    return intent ? [{ intent, isPaid: status === 'paid' }] : [];
  });
  const paid = tried.find(({ isPaid }) => isPaid);
  return (paid ?? tried.toSorted((a, b) => b.intent.created - a.intent.created)[0])?.intent ?? null;
}

/** The invoice line of the plan: the one that reaches farthest, ignoring credits for unused time. */
function mainLine(invoice: StripeInvoice): StripeLine | null {
  const charged = invoice.lines.filter((line) => line.amount >= 0);
  return charged.toSorted((a, b) => b.period.end - a.period.end || b.amount - a.amount)[0] ?? null;
}

/** The amount of a line minus discounts. */
const priceOf = ({ amount, discount_amounts: discounts }: StripeLine): number =>
  amount - (discounts ?? []).reduce((sum, each) => sum + each.amount, 0);

/** An invoice as a charge; null while nobody was asked to pay it. */
function toPayment(invoice: StripeInvoice, facts: StripeFacts): ProviderPayment | null {
  const intent = intentOf(invoice, facts.intents);
  const fate = fateOf(invoice, intent);
  if (!fate) return null;
  const line = mainLine(invoice);
  const price = line?.pricing?.price_details?.price;
  const amountCents = fate === 'paid' ? invoice.amount_paid : invoice.amount_due;
  const paidAt = fate === 'paid' ? at(invoice.status_transitions.paid_at ?? invoice.created) : null;
  return {
    id: invoice.id,
    subscriptionId: subscriptionOf(invoice),
    priceId: price ? idOf(price) : null,
    status: fate,
    amountCents,
    priceCents: line && priceOf(line),
    refundedCents: 0,
    periodStart: line && at(line.period.start),
    periodEnd: line && at(line.period.end),
    createdAt: at(invoice.created),
    dueAt: fate === 'pending' ? dueOf(invoice, intent) : null,
    paidAt,
    failedAt: fate === 'failed' ? failedAt(invoice, intent) : null,
    refundedAt: null,
    payUrl: fate === 'pending' ? (invoice.hosted_invoice_url ?? null) : null,
    ...(fate === 'paid' ? reversalOf(intent, amountCents, facts.disputes) : {}),
  };
}

function fateOf(invoice: StripeInvoice, intent: StripeIntent | null): 'paid' | 'pending' | 'failed' | null {
  if (invoice.status === 'paid') return 'paid';
  if (invoice.status === 'void' || invoice.status === 'uncollectible') return 'failed';
  if (invoice.status !== 'open') return null;
  if (isWaiting(invoice, intent)) return 'pending';
  return invoice.attempted ? 'failed' : null;
}

function failedAt(invoice: StripeInvoice, intent: StripeIntent | null): Date {
  const { voided_at, marked_uncollectible_at } = invoice.status_transitions;
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
  const tried = charge?.status === 'failed' ? charge.created : null;
  return at(tried ?? voided_at ?? marked_uncollectible_at ?? invoice.created);
}

/** The returned amount of a paid charge, by refunds or a dispute. */
function reversalOf(
  intent: StripeIntent | null,
  amountCents: number,
  disputes: StripeDispute[],
): { status: PaymentStatus; refundedCents: number; refundedAt: Date | null } {
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
  const refunded = Math.min(charge?.amount_refunded ?? 0, amountCents);
  const refunds = (charge?.refunds ?? []).filter(
    ({ status }) => status !== 'failed' && status !== 'canceled',
  );
  const refundedAt = refunds.length > 0 ? Math.max(...refunds.map((each) => each.created)) : charge?.created;
  const dispute = disputes
    .filter(
      ({ payment_intent, status }) =>
        payment_intent && intent && !harmless.has(status) && idOf(payment_intent) === intent.id,
    )
    .toSorted((a, b) => b.created - a.created)[0];
  if (dispute) {
    const lost = dispute.status === 'lost';
    const back = lost ? amountCents : refunded;
    return { status: 'disputed', refundedCents: back, refundedAt: lost ? at(dispute.created) : null };
  }
  if (refunded === 0) return { status: 'paid', refundedCents: 0, refundedAt: null };
  const isFull = refunded >= amountCents;
  return { status: isFull ? 'refunded' : 'paid', refundedCents: refunded, refundedAt: atOrNull(refundedAt) };
}

function toSubscription(
  subscription: StripeSubscription,
  payments: ProviderPayment[],
  invoices: StripeInvoice[],
): ProviderSubscription {
  const item = subscription.items.data[0];
  const own = payments.filter((each) => each.subscriptionId === subscription.id);
  const paid = own.filter((each) => each.paidAt !== null);
  const paymentPending = subscription.ended_at === null && own.some((each) => each.status === 'pending');
  const neverPaid = paid.length === 0 && subscription.status !== 'trialing';
  const isOwed =
    owing.has(subscription.status) ||
    own.some((each) => each.status === 'pending' || each.status === 'failed');
  const currentPeriodEnd = paidUntil(subscription, paid, invoices);
  const renewalDue = subscription.ended_at === null ? renewalDueOf(own, currentPeriodEnd) : null;
  return {
    id: subscription.id,
    priceId: item?.price.id ?? '',
    status: statusOf(subscription, neverPaid && isOwed, renewalDue !== null),
    currentPeriodEnd: latest([currentPeriodEnd, renewalDue]) ?? currentPeriodEnd,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    paymentPending,
    lastPaymentAt: latest(paid.map((each) => each.paidAt)),
    createdAt: at(subscription.created),
    endedAt: atOrNull(subscription.ended_at),
  };
}

/** Stripe's status, except where a payment waits or was missed. */
function statusOf({ status, ended_at }: StripeSubscription, isUnbegun: boolean, isRenewing: boolean): string {
  if (ended_at !== null) return status;
  // Not begun while its first payment is pending or missed, whatever Stripe's status.
  if (isUnbegun) return 'incomplete';
  return isRenewing && owing.has(status) ? 'active' : status;
}

/**
 * Until when a renewal's boleto or Pix keeps open what was paid before it. Only of the period that follows:
 * a voucher issued after a missed period opens nothing, nor does one after a trial or a first period for nothing.
 */
function renewalDueOf(own: ProviderPayment[], paidEnd: Date): Date | null {
  if (!own.some((each) => each.paidAt !== null && (each.priceCents ?? each.amountCents) > 0)) return null;
  const following = own.filter(
    ({ status, periodStart, createdAt }) =>
      status === 'pending' &&
      (periodStart ?? createdAt).getTime() <= paidEnd.getTime() + draftGraceSeconds * 1000,
  );
  return latest(following.map(({ dueAt, periodEnd }) => earliest(dueAt, periodEnd)));
}

const earliest = (a: Date | null, b: Date | null): Date | null => (a && b && b < a ? b : a);

const latest = (dates: (Date | null)[]): Date | null => {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []));
  return times.length > 0 ? new Date(Math.max(...times)) : null;
};

/**
 * End of the paid period. The item's period alone would include one whose charge failed; paid invoices alone would
 * include a longer plan that was exchanged for a shorter one. A trial ends at its own date.
 */
function paidUntil(
  subscription: StripeSubscription,
  paid: ProviderPayment[],
  invoices: StripeInvoice[],
): Date {
  const itemEnd = subscription.items.data[0]?.current_period_end ?? subscription.created;
  if (subscription.status === 'trialing') return at(itemEnd);
  const paidEnd = latest(paid.map((each) => each.periodEnd));
  if (!paidEnd) return at(subscription.created);
  const notCharged = invoices.some(
    (each) =>
      subscriptionOf(each) === subscription.id &&
      (each.status === 'draft' || (each.status === 'open' && !each.attempted)),
  );
  const grace = subscription.status === 'active' && notCharged ? draftGraceSeconds * 1000 : 0;
  return new Date(Math.min(paidEnd.getTime() + grace, itemEnd * 1000));
}

/** An open checkout page; null when it is over. One created by hand precedes all of ours (turn 0). */
export const toOpenCheckout = ({ id, url, metadata }: StripeSession): OpenCheckout | null =>
  url ? { id, url, priceId: metadata?.price ?? '', turn: Number(metadata?.turn ?? 0) } : null;
