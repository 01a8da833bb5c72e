import type { FactsOf } from '#features/accounts/mails/mail.tsx';
import { isPaidPlan } from '#features/plans/plans.ts';
import { instant } from '#platform/calendar.ts';
import type { subscriptionMails } from './mails/table.ts';
import { hasOpenPlan, type PaymentChange } from './model.ts';
import { type CurrentSubscription, isMissedFirst, newsFor } from './settlement.ts';

export type LetterFacts = FactsOf<typeof subscriptionMails>;

/** A mail with the key that makes it unique. */
export interface Letter {
  key: string;
  facts: LetterFacts;
}

const day = 24 * 3600 * 1000;
/** How early an end is announced. */
const ahead = 3 * day;
/** A renewal may arrive late: an end without cancellation is reported only after this time. */
const patience = 2 * day;

export const daysAhead = ahead / day;
export const newsDays = newsFor / day;

const isNews = (then: Date, now: Date): boolean => now.getTime() - then.getTime() <= newsFor;

/** The parts of a subscription's row that mails need. */
export interface LetterRow {
  id: string;
  planType: string;
  status: string;
  expiresAt: Date | null;
  source: string;
  providerSubscriptionId: string | null;
  cancelAtPeriodEnd: boolean;
  paymentPending: boolean;
  lastPaymentAt: Date | null;
}

/** The key of an end, unique per paid or granted period. */
const endedKey = (
  row: Pick<LetterRow, 'id' | 'source' | 'expiresAt' | 'lastPaymentAt' | 'providerSubscriptionId'>,
): string =>
  row.source === 'grant'
    ? `ended:grant:${row.id}:${row.expiresAt && instant(row.expiresAt)}`
    : `ended:${row.providerSubscriptionId ?? row.id}:${row.lastPaymentAt && instant(row.lastPaymentAt)}`;

/** The mail three days before a row ends without renewal, or a renewal's boleto is due; null when there is none. */
export function endingLetter(row: LetterRow, now: Date): Letter | null {
  const endsAt = row.expiresAt;
  if (!endsAt || row.status !== 'active' || !isPaidPlan(row.planType)) return null;
  if (endsAt <= now || endsAt.getTime() - now.getTime() > ahead) return null;
  const why =
    row.source === 'grant'
      ? 'grant'
      : row.paymentPending
        ? 'unpaid'
        : row.cancelAtPeriodEnd
          ? 'canceled'
          : null;
  if (!why) return null;
  return {
    key: `ending:${row.providerSubscriptionId ?? row.id}:${instant(endsAt)}`,
    facts: { kind: 'ending', planType: row.planType, endsAt: instant(endsAt), why },
  };
}

/** The mail after a row has ended; null: not ended, or too long ago. A refund has its own mail. */
export function endedLetter(row: LetterRow, now: Date): Letter | null {
  const endedAt = row.expiresAt;
  if (!endedAt || !isPaidPlan(row.planType) || endedAt > now || !isNews(endedAt, now)) return null;
  const meant = row.status !== 'active' || row.cancelAtPeriodEnd || row.source === 'grant';
  if (!meant && now.getTime() - endedAt.getTime() < patience) return null;
  return {
    key: endedKey(row),
    facts: { kind: 'ended', planType: row.planType, endedAt: instant(endedAt) },
  };
}

/** A settlement: the row before and after, and the provider's state. */
export interface Change {
  before: Pick<LetterRow, 'status' | 'source' | 'providerSubscriptionId' | 'lastPaymentAt'> | null;
  after: LetterRow;
  /** In the provider's words; null: unknown there. */
  providerStatus: string | null;
  lastPayment: { amountCents: number; status: string } | null;
  payments: PaymentChange[];
}

/** The mails about a settlement; none for changes that do not concern the subscriber. */
export function settlementLetters(change: Change, now: Date): Letter[] {
  return [
    welcomeLetter(change, now),
    failureLetter(change, now),
    closingLetter(change, now),
    ...refundLetters(change, now),
  ].filter((letter) => letter !== null);
}

/** The first payment arrived: the library is open, and this is the receipt. */
function welcomeLetter({ before, after, lastPayment }: Change, now: Date): Letter | null {
  const { providerSubscriptionId: id, lastPaymentAt: paidAt, expiresAt } = after;
  if (after.status !== 'active' || !id || !paidAt || !expiresAt || expiresAt <= now) return null;
  if (before?.providerSubscriptionId === id && before.lastPaymentAt) return null;
  if (!isNews(paidAt, now)) return null;
  return {
    key: `welcome:${id}`,
    facts: {
      kind: 'welcome',
      planType: after.planType,
      amountCents: lastPayment?.amountCents ?? null,
      paidAt: instant(paidAt),
      periodEnd: instant(expiresAt),
      renews: !after.cancelAtPeriodEnd,
    },
  };
}

/** A missed first payment; not sent when another plan is open, nor after a revocation. */
export function missedLetters(
  after: CurrentSubscription | null,
  payments: PaymentChange[],
  now: Date,
): Letter[] {
  const row = after && { ...after, expiresAt: after.expiresAt && instant(after.expiresAt) };
  if (hasOpenPlan(row, now)) return [];
  return payments
    .filter((change) => isMissedFirst(change, now))
    .filter(({ payment }) => !(after?.revokedAt && payment.createdAt <= after.revokedAt))
    .map(({ payment: { id, amountCents }, planType }) => ({
      key: `first-missed:${id}`,
      facts: { kind: 'first-missed', planType: planType ?? '', amountCents },
    }));
}

/** A renewal was declined, or its boleto or Pix is overdue; once per paid period. */
function failureLetter({ after, providerStatus, payments }: Change, now: Date): Letter | null {
  const { providerSubscriptionId: id, expiresAt } = after;
  if (providerStatus !== 'past_due' || !id || !expiresAt || !isNews(expiresAt, now)) return null;
  return {
    key: `payment-failed:${id}:${instant(expiresAt)}`,
    facts: {
      kind: 'payment-failed',
      planType: after.planType,
      accessUntil: instant(expiresAt),
      isOpen: expiresAt > now,
      isVoucher: payments.some(
        ({ payment, was }) =>
          was === 'pending' && payment.status === 'failed' && payment.subscriptionId === id,
      ),
    },
  };
}

/** The provider closed an open subscription: cancelled at once, or over. */
function closingLetter({ before, after, lastPayment }: Change, now: Date): Letter | null {
  if (before?.status !== 'active' || before.source !== 'provider' || after.status === 'active') return null;
  if (before.providerSubscriptionId !== after.providerSubscriptionId) return null;
  return lastPayment?.status === 'refunded' ? null : endedLetter(after, now);
}

/** Full refunds, all subscriptions together: a change of plan has two charges. */
function refundLetters({ after, payments }: Change, now: Date): Letter[] {
  const back = payments
    .map(({ payment }) => payment)
    .filter(({ status, refundedAt }) => status === 'refunded' && refundedAt && isNews(refundedAt, now));
  const isOpen = after.status === 'active' && after.expiresAt !== null && after.expiresAt > now;
  return [...Map.groupBy(back, (payment) => payment.subscriptionId)].map(([id, charges]) => ({
    key: `refunded:${charges.map(({ id }) => id).toSorted()[0]}`,
    facts: {
      kind: 'refunded',
      refundedCents: charges.reduce((sum, charge) => sum + charge.refundedCents, 0),
      // biome-ignore lint/style/noNonNullAssertion: a group has a charge, and the filter above requires the date
      refundedAt: instant(charges[0]!.refundedAt!),
      isDouble: isOpen && id !== after.providerSubscriptionId,
    },
  }));
}
