import { describe, expect, it } from 'vitest';
import { type Change, endedLetter, endingLetter, type LetterRow, settlementLetters } from './letters.ts';
import type { PaymentChange, ProviderPayment } from './model.ts';

const now = new Date('2026-06-15T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 3600 * 1000);
const row = (given: Partial<LetterRow> = {}): LetterRow => ({
  id: 'linha',
  planType: 'annual',
  status: 'active',
  expiresAt: inDays(365),
  source: 'provider',
  providerSubscriptionId: 'sub_1',
  cancelAtPeriodEnd: false,
  paymentPending: false,
  lastPaymentAt: now,
  ...given,
});
const refund = (id: string, given: Partial<ProviderPayment> = {}): PaymentChange => ({
  was: 'paid',
  planType: 'annual',
  isFirst: false,
  payment: {
    id,
    subscriptionId: 'sub_1',
    priceId: 'anual',
    status: 'refunded',
    amountCents: 21000,
    priceCents: 21000,
    refundedCents: 21000,
    periodStart: now,
    periodEnd: inDays(365),
    createdAt: now,
    dueAt: null,
    paidAt: now,
    failedAt: null,
    refundedAt: now,
    payUrl: null,
    ...given,
  },
});
const kinds = (change: Partial<Change>) =>
  settlementLetters(
    { before: null, after: row(), providerStatus: 'active', lastPayment: null, payments: [], ...change },
    now,
  ).map(({ facts }) => facts.kind);

describe('what a settlement tells the subscriber', () => {
  it('welcomes with the first payment, also when a boleto was awaited', () => {
    expect(kinds({})).toEqual(['welcome']);
    expect(kinds({ before: row({ status: 'inactive', lastPaymentAt: null }) })).toEqual(['welcome']);
    expect(kinds({ before: row({ providerSubscriptionId: 'sub_0' }) })).toEqual(['welcome']);
  });

  it.each<[string, Partial<Change>]>([
    ['what was known before', { before: row() }],
    ['a renewal', { before: row({ lastPaymentAt: inDays(-365) }) }],
    ['a boleto that waits', { after: row({ status: 'inactive', lastPaymentAt: null, expiresAt: null }) }],
    ['a payment that is old news', { after: row({ lastPaymentAt: inDays(-8) }) }],
    ['a plan that was over before we heard of it', { after: row({ expiresAt: inDays(-1) }) }],
    [
      'a failure of long ago',
      { before: row(), after: row({ expiresAt: inDays(-8) }), providerStatus: 'past_due' },
    ],
    [
      'an end that was known',
      { before: row({ status: 'inactive' }), after: row({ status: 'inactive', expiresAt: now }) },
    ],
    [
      'another subscription that waits while the first has ended long ago',
      {
        before: row(),
        after: row({ providerSubscriptionId: 'sub_2', status: 'inactive', expiresAt: null }),
        providerStatus: 'incomplete',
      },
    ],
  ])('is silent about %s', (_, change) => {
    expect(kinds(change)).toEqual([]);
  });

  it('tells of a renewal that failed, by the end of what was paid', () => {
    const change = {
      before: row(),
      after: row({ expiresAt: inDays(2) }),
      providerStatus: 'past_due',
      lastPayment: null,
      payments: [],
    };
    expect(settlementLetters(change, now)).toEqual([
      {
        key: `payment-failed:sub_1:${inDays(2).toISOString()}`,
        facts: {
          kind: 'payment-failed',
          planType: 'annual',
          accessUntil: inDays(2).toISOString(),
          isVoucher: false,
          isOpen: true,
        },
      },
    ]);
  });

  it('tells of an end, or of what was paid back, and not of both', () => {
    const ended = {
      before: row(),
      after: row({ status: 'inactive', expiresAt: now }),
      providerStatus: 'canceled',
    };
    expect(kinds({ ...ended, lastPayment: { amountCents: 21000, status: 'paid' } })).toEqual(['ended']);
    const back = { ...ended, lastPayment: { amountCents: 21000, status: 'refunded' } };
    expect(kinds({ ...back, payments: [refund('in_1')] })).toEqual(['refunded']);
    expect(kinds(back), 'a sync that changes nothing').toEqual([]);
    const lost = refund('in_1', { status: 'disputed' });
    expect(kinds({ ...ended, payments: [lost] }), 'a lost dispute is no refund').toEqual(['ended']);
  });

  it('tells of all that went back of one subscription at once, also after it had ended', () => {
    const closed = row({ status: 'inactive', expiresAt: inDays(-20) });
    const change = {
      before: closed,
      after: closed,
      providerStatus: 'canceled',
      lastPayment: null,
      payments: [
        refund('in_2'),
        refund('in_1', { refundedCents: 2990 }),
        refund('in_0', { refundedAt: inDays(-8) }),
      ],
    };
    const facts = { kind: 'refunded', isDouble: false, refundedCents: 23990, refundedAt: now.toISOString() };
    expect(settlementLetters(change, now)).toEqual([{ key: 'refunded:in_1', facts }]);
  });
});

describe('an end that is told three days ahead', () => {
  it.each<[string, Partial<LetterRow>, string]>([
    ['a cancelled renewal', { cancelAtPeriodEnd: true }, 'canceled'],
    ['a plan given by hand', { source: 'grant', providerSubscriptionId: null }, 'grant'],
    ['a boleto not yet paid', { paymentPending: true }, 'unpaid'],
  ])('of %s', (_, given, why) => {
    const at = (days: number) => endingLetter(row({ ...given, expiresAt: inDays(days) }), now);
    expect([at(3), at(0.01)]).toMatchObject([{ facts: { why } }, { facts: { why } }]);
    expect([at(3.01), at(0), at(-1)]).toEqual([null, null, null]);
  });

  it.each<[string, Partial<LetterRow>]>([
    ['one that renews', {}],
    ['one that is closed already', { cancelAtPeriodEnd: true, status: 'inactive' }],
    ['a free plan', { source: 'grant', planType: 'free' }],
    ['one without end', { source: 'grant', expiresAt: null }],
  ])('never of %s', (_, given) => {
    expect(endingLetter(row({ expiresAt: inDays(2), ...given }), now)).toBeNull();
  });
});

describe('an end that has come', () => {
  it.each<[string, Partial<LetterRow>, number, boolean]>([
    ['a closed one', { status: 'inactive' }, 0, true],
    ['a grant', { source: 'grant' }, -1, true],
    ['a cancelled one', { cancelAtPeriodEnd: true }, -1, true],
    ['one that may still renew', {}, -1.9, false],
    ['one that was not renewed', {}, -2, true],
    ['one of the future', { status: 'inactive' }, 1, false],
    ['one of long ago', { status: 'inactive' }, -7.1, false],
    ['a free plan', { status: 'inactive', planType: 'free' }, -1, false],
  ])('%s', (_, given, days, told) => {
    expect(endedLetter(row({ expiresAt: inDays(days), ...given }), now) !== null).toBe(told);
  });

  it('is one for what was paid, wherever its end is moved', () => {
    const [lapsed, closed] = [row({ expiresAt: inDays(-3) }), row({ status: 'inactive', expiresAt: now })];
    expect(endedLetter(lapsed, now)?.key).toBe(endedLetter(closed, now)?.key);
    const paidAgain = row({ status: 'inactive', expiresAt: now, lastPaymentAt: inDays(-1) });
    expect(endedLetter(paidAgain, now)?.key).not.toBe(endedLetter(closed, now)?.key);
  });
});

it('what was paid twice and went back is told as such while the other subscription runs', () => {
  const told = (after: LetterRow) =>
    settlementLetters(
      { before: after, after, providerStatus: 'active', lastPayment: null, payments: [refund('in_2')] },
      now,
    ).map(({ facts }) => facts);
  expect(told(row({ providerSubscriptionId: 'sub_2' }))).toMatchObject([{ isDouble: true }]);
  expect(told(row({ providerSubscriptionId: 'sub_1' }))).toMatchObject([{ isDouble: false }]);
  const over = row({ providerSubscriptionId: 'sub_2', expiresAt: now });
  expect(told(over).filter(({ kind }) => kind === 'refunded')).toMatchObject([{ isDouble: false }]);
});
