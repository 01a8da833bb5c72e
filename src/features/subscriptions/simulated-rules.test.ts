import { describe, expect, it } from 'vitest';
import { addMonths } from '#platform/calendar.ts';
import type { ProviderSubscription } from './model.ts';
import { isPossible, perform, type SimulatedAct, simulatedActs } from './simulated-rules.ts';

const now = new Date('2026-06-15T12:00:00Z');
const end = new Date('2026-07-15T12:00:00Z');
const monthsOf = (priceId: string) => ({ mensal: 1, anual: 12 })[priceId] ?? null;
const sub = (given: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id: 'sub_1',
  priceId: 'mensal',
  status: 'active',
  currentPeriodEnd: end,
  cancelAtPeriodEnd: false,
  paymentPending: false,
  lastPaymentAt: now,
  createdAt: now,
  endedAt: null,
  ...given,
});

describe('what the simulated provider can be made to do', () => {
  it.each<[string, Partial<ProviderSubscription>, SimulatedAct[]]>([
    ['active', {}, ['renew', 'fail-renewal', 'cancel-at-period-end', 'change-plan', 'end-now']],
    ['active, to end', { cancelAtPeriodEnd: true }, ['reactivate', 'end-now']],
    ['past_due', { status: 'past_due' }, ['renew', 'cancel-at-period-end', 'end-now']],
    [
      'waiting for a boleto',
      { status: 'incomplete', paymentPending: true },
      ['pay-pending', 'let-pending-lapse'],
    ],
    ['canceled', { status: 'canceled', endedAt: now }, []],
  ])('%s', (_, state, possible) => {
    expect(simulatedActs.filter((act) => isPossible(sub(state), act))).toEqual(possible);
    for (const act of simulatedActs.filter((each) => !possible.includes(each))) {
      expect(perform(sub(state), act, now, monthsOf)).toBeNull();
    }
  });

  it('a paid boleto opens a whole period from now', () => {
    const result = perform(
      sub({ status: 'incomplete', paymentPending: true, currentPeriodEnd: now }),
      'pay-pending',
      now,
      monthsOf,
    );
    expect(result).toMatchObject({
      event: 'checkout.session.async_payment_succeeded',
      subscription: { status: 'active', paymentPending: false, lastPaymentAt: now, currentPeriodEnd: end },
    });
  });

  it('a renewal adds to what was paid, or begins now when that is over', () => {
    const later = new Date('2026-10-01T00:00:00Z');
    expect(perform(sub(), 'renew', now, monthsOf)?.subscription.currentPeriodEnd).toEqual(addMonths(end, 1));
    expect(perform(sub(), 'renew', later, monthsOf)?.subscription.currentPeriodEnd).toEqual(
      addMonths(later, 1),
    );
  });

  it('a failed renewal leaves what was paid', () => {
    const result = perform(sub(), 'fail-renewal', now, monthsOf);
    expect(result?.subscription).toMatchObject({ status: 'past_due', currentPeriodEnd: end });
  });

  it('a change of plan is paid now; an unknown price is refused', () => {
    const result = perform(sub(), 'change-plan', now, monthsOf, 'anual');
    expect(result?.subscription).toMatchObject({ priceId: 'anual', currentPeriodEnd: addMonths(now, 12) });
    expect(perform(sub(), 'change-plan', now, monthsOf, 'outro')).toBeNull();
  });
});
