import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlanType } from '#features/plans/plans.ts';
import type { CustomerState, ProviderPayment, ProviderSubscription } from './model.ts';
import { type CurrentSubscription, settle, toCancel } from './settlement.ts';

const now = new Date('2026-06-15T12:00:00Z');
const later = new Date('2027-06-15T12:00:00Z');
const before = new Date('2026-05-15T12:00:00Z');
const planOf = (priceId: string): PlanType | null =>
  priceId === 'anual' ? 'annual' : priceId === 'mensal' ? 'monthly' : null;

const sub = (given: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id: 'sub_1',
  priceId: 'anual',
  status: 'active',
  currentPeriodEnd: later,
  cancelAtPeriodEnd: false,
  paymentPending: false,
  lastPaymentAt: now,
  createdAt: now,
  endedAt: null,
  ...given,
});
const row = (given: Partial<CurrentSubscription> = {}): CurrentSubscription => ({
  planType: 'annual',
  status: 'active',
  expiresAt: later,
  source: 'provider',
  providerSubscriptionId: 'sub_1',
  lastPaymentAt: now,
  revokedAt: null,
  ...given,
});
const truth = (subscriptions: ProviderSubscription[], payments: ProviderPayment[] = []): CustomerState => ({
  customerId: 'cus',
  isDeleted: false,
  subscriptions,
  payments,
});
const payment = (given: Partial<ProviderPayment>): ProviderPayment => ({
  id: 'in_1',
  subscriptionId: 'sub_1',
  priceId: 'anual',
  status: 'paid',
  amountCents: 21000,
  priceCents: 21000,
  refundedCents: 0,
  periodStart: null,
  periodEnd: null,
  createdAt: before,
  dueAt: null,
  paidAt: before,
  failedAt: null,
  refundedAt: null,
  payUrl: null,
  ...given,
});
const settled = (subscriptions: ProviderSubscription[], current: CurrentSubscription | null = null) =>
  settle(truth(subscriptions), current, planOf, now);

describe('settling a customer', () => {
  it.each([
    ['active', { status: 'active', planType: 'annual', expiresAt: later }],
    ['trialing', { status: 'active', planType: 'annual', expiresAt: later }],
    ['past_due', { status: 'active', planType: 'annual', expiresAt: later }],
    ['unpaid', { status: 'inactive', planType: 'annual' }],
    ['paused', { status: 'inactive', planType: 'annual' }],
    ['canceled', { status: 'inactive', planType: 'annual' }],
  ])('%s at the provider', (status, expected) => {
    expect(settled([sub({ status })])).toMatchObject(expected);
  });

  it('past_due keeps access only until the end of what was paid', () => {
    const result = settled([sub({ status: 'past_due', currentPeriodEnd: before })]);
    expect(result).toMatchObject({ status: 'active', expiresAt: before });
  });

  it('a subscription that ended early closes at its end and not at the end of the period', () => {
    expect(settled([sub({ status: 'canceled', endedAt: now })])).toMatchObject({ expiresAt: now });
  });

  it.each([
    ['paid', { status: 'paid' as const }, later],
    ['partly given back', { refundedCents: 20999 }, later],
    ['given back in full', { status: 'refunded' as const, refundedCents: 21000, refundedAt: now }, now],
    ['contested', { status: 'disputed' as const }, later],
    ['lost in a dispute', { status: 'disputed' as const, refundedCents: 21000, refundedAt: now }, now],
  ])('a subscription whose last payment was %s', (_, given, expiresAt) => {
    const last = payment({ id: 'in_2', paidAt: before, ...given });
    const first = payment({ id: 'in_1', paidAt: new Date('2025-05-15T12:00:00Z') });
    const result = settle(truth([sub()], [first, last]), null, planOf, now);
    expect(result).toMatchObject({ expiresAt });
    const again = payment({ id: 'in_3', paidAt: now });
    expect(settle(truth([sub()], [first, last, again]), null, planOf, now)).toMatchObject({
      expiresAt: later,
    });
  });

  it('PAY-12: a boleto or Pix that waits gives nothing and is marked as pending', () => {
    const pending = sub({ status: 'incomplete', paymentPending: true, lastPaymentAt: null });
    expect(settled([pending])).toMatchObject({
      status: 'inactive',
      planType: 'annual',
      paymentPending: true,
      expiresAt: null,
    });
  });

  it('what was never paid is no plan', () => {
    const lapsed = sub({ status: 'incomplete_expired', lastPaymentAt: null, endedAt: now });
    expect(settled([lapsed])).toBeNull();
    expect(settled([lapsed], row({ status: 'inactive' }))).toMatchObject({
      planType: 'free',
      status: 'inactive',
      paymentPending: false,
    });
  });

  it('a price that is not ours opens nothing (PAY-01)', () => {
    expect(settled([sub({ priceId: 'outro' })])).toBeNull();
  });

  it('A-85: a grant in force is not touched, one that has ended gives way', () => {
    const grant = row({
      source: 'grant',
      planType: 'lifetime',
      expiresAt: null,
      providerSubscriptionId: null,
    });
    expect(settled([sub({ status: 'canceled' })], grant)).toBeNull();
    expect(settled([sub()], grant)).toBeNull();
    expect(settled([sub()], { ...grant, expiresAt: before })).toMatchObject({
      source: 'provider',
      status: 'active',
    });
    expect(settled([], { ...grant, expiresAt: before })).toBeNull();
  });

  it('PAY-09: what was revoked stays closed and is ended at the provider; a later purchase opens again', () => {
    const revoked = row({ status: 'inactive', expiresAt: now, revokedAt: now });
    const state = truth([sub({ createdAt: before })]);
    expect(settle(state, revoked, planOf, later)).toMatchObject({ status: 'inactive' });
    expect(toCancel(state, revoked)).toEqual(['sub_1']);
    const bought = sub({ id: 'sub_2', createdAt: new Date(now.getTime() + 1000) });
    expect(settled([...state.subscriptions, bought], revoked)).toMatchObject({
      status: 'active',
      providerSubscriptionId: 'sub_2',
    });
    const followed = { ...revoked, status: 'active' as const, providerSubscriptionId: 'sub_2' };
    expect(settled([...state.subscriptions, bought], followed)).toMatchObject({ status: 'active' });
  });

  it('a subscription that the provider has forgotten is closed; a row without one is left alone', () => {
    expect(settled([], row())).toMatchObject({ status: 'inactive', planType: 'annual' });
    expect(settled([], row({ providerSubscriptionId: null }))).toBeNull();
    expect(settled([], null)).toBeNull();
  });

  it('PAY-06: the order in which the provider lists things does not matter, and settling twice changes nothing', () => {
    const instant = fc.date({
      min: new Date('2025-01-01'),
      max: new Date('2028-01-01'),
      noInvalidDate: true,
    });
    const subscription = fc.record({
      id: fc.uuid(),
      priceId: fc.constantFrom('anual', 'mensal', 'outro'),
      status: fc.constantFrom(
        'active',
        'trialing',
        'past_due',
        'unpaid',
        'incomplete',
        'incomplete_expired',
        'canceled',
        'paused',
      ),
      currentPeriodEnd: instant,
      cancelAtPeriodEnd: fc.boolean(),
      paymentPending: fc.boolean(),
      lastPaymentAt: fc.option(instant, { nil: null }),
      createdAt: instant,
      endedAt: fc.option(instant, { nil: null }),
    });
    const some = fc.uniqueArray(subscription, { selector: (each) => each.id, maxLength: 6 });
    const shuffled = some.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, fc.option(instant, { nil: null }), ([list, mixed], revokedAt) => {
        const current = row({ status: 'inactive', revokedAt });
        const first = settled(list, current);
        expect(settled(mixed, current)).toEqual(first);
        if (first) expect(settled(mixed, { ...current, ...first })).toEqual(first);
      }),
    );
  });
});
