import { describe, expect, it } from 'vitest';
import type { ProviderPayment } from './model.ts';
import { isReversed, lastPaymentOf, toRefund } from './refunds.ts';

const day = (number: number) => new Date(Date.UTC(2026, 5, number, 12));
const paid = (id: string, at: Date, given: Partial<ProviderPayment> = {}): ProviderPayment => ({
  id,
  subscriptionId: 'sub_1',
  priceId: 'mensal',
  status: 'paid',
  amountCents: 2990,
  priceCents: 2990,
  refundedCents: 0,
  periodStart: at,
  periodEnd: at,
  createdAt: at,
  dueAt: null,
  paidAt: at,
  failedAt: null,
  refundedAt: null,
  payUrl: null,
  ...given,
});
const ids = (payments: ProviderPayment[]) => payments.map((each) => each.id);

describe('the guarantee of seven days', () => {
  it('covers the last payment, however many came before', () => {
    expect(ids(toRefund([paid('maio', day(-29)), paid('junho', day(2))], 'sub_1'))).toEqual(['junho']);
  });

  it('covers what a change of plan has cost in the same seven days', () => {
    expect(ids(toRefund([paid('a', day(2)), paid('b', day(9)), paid('antes', day(1))], 'sub_1'))).toEqual([
      'a',
      'b',
    ]);
  });

  it('covers what was given back already, so that a second time goes no further into the past', () => {
    const back = paid('junho', day(2), { status: 'refunded', refundedCents: 2990, refundedAt: day(3) });
    expect(ids(toRefund([back, paid('maio', day(-29))], 'sub_1'))).toEqual(['junho']);
  });

  it('covers no other subscription, no failed or free charge, and no dispute', () => {
    const others = [
      paid('outra', day(2), { subscriptionId: 'sub_2' }),
      paid('recusada', day(2), { status: 'failed', paidAt: null }),
      paid('grátis', day(2), { amountCents: 0 }),
      paid('contestada', day(2), { status: 'disputed' }),
    ];
    expect(toRefund(others, 'sub_1')).toEqual([]);
    expect(toRefund([], 'sub_1')).toEqual([]);
  });
});

it.each([
  ['nothing back', {}, false],
  ['a part back', { refundedCents: 2989 }, false],
  ['all back', { refundedCents: 2990 }, true],
  ['nothing to give back', { amountCents: 0 }, false],
])('%s', (_, given, expected) => {
  expect(isReversed(paid('p', day(1), given))).toBe(expected);
});

it('the last payment is the same one in whatever order they come', () => {
  const both = [paid('a', day(1)), paid('b', day(1)), paid('c', day(1), { paidAt: null })];
  expect(lastPaymentOf(both, 'sub_1')?.id).toBe('b');
  expect(lastPaymentOf(both.toReversed(), 'sub_1')?.id).toBe('b');
});
