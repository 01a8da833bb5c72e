import { describe, expect, it } from 'vitest';
import { plans } from '#features/plans/plans.ts';
import { checkProvider } from './price-mismatches.server.ts';
import { planOfPrice, pricesOf } from './prices.ts';

const settings = { STRIPE_PRICE_MONTHLY: 'm', STRIPE_PRICE_SEMESTER: 's', STRIPE_PRICE_ANNUAL: 'a' };
const charging = (cents: number) => ({
  fetchPrice: async (priceId: string) => {
    const plan = planOfPrice(pricesOf(settings), priceId);
    return plan && { months: plan.months, cents: priceId === 'a' ? cents : plan.priceCents };
  },
});

describe('PAY-11: prices shown and prices charged', () => {
  it('are the same, and nothing is said', async () => {
    expect(await checkProvider(charging(21000), settings)).toEqual({ fault: null, mismatches: [] });
  });

  it('differ, or are unknown to the provider, and each is named', async () => {
    const [sentence, ...more] = (await checkProvider(charging(19900), settings)).mismatches;
    expect(more).toEqual([]);
    expect(sentence).toContain('Plano Anual: o site mostra R$ 210,00');
    expect(sentence).toContain('R$ 199,00');
    const none = { fetchPrice: async () => null };
    expect((await checkProvider(none, settings)).mismatches).toHaveLength(plans.length);
  });

  it('and the savings shown are right', () => {
    const monthly = plans[0]!;
    for (const plan of plans.slice(1)) {
      const full = monthly.priceCents * plan.months;
      expect(plan.originalPriceCents).toBe(full);
      expect(plan.savingPercent).toBe(Math.floor((1 - plan.priceCents / full) * 100));
    }
  });
});
