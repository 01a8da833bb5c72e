import { bySoldPlan, type Plan, plans, type SoldPlanId } from '#features/plans/plans.ts';
import type { PriceSettings } from '#platform/env.server.ts';

/** The provider's price of each plan that is sold. */
export type PriceTable = Record<SoldPlanId, string>;

/**
 * The prices of each plan, from `STRIPE_PRICE_<NAME>` (contract.md, Settings): the one at which it is sold, and after it,
 * separated by commas, those at which it was sold before and which some people still pay.
 */
const allPricesOf = (settings: PriceSettings): Record<SoldPlanId, string[]> =>
  bySoldPlan(({ id, defaultPrice }) =>
    (settings[`STRIPE_PRICE_${id.toUpperCase()}`] ?? defaultPrice)
      .split(',')
      .map((price) => price.trim())
      .filter(Boolean),
  );

/** The price at which each plan is sold. */
export function pricesOf(settings: PriceSettings): PriceTable {
  const all = allPricesOf(settings);
  return bySoldPlan(({ id }) => all[id][0] ?? '');
}

/** The plan that is sold at a price; null for any other price (PAY-01, A-39). */
export const planOfPrice = (prices: PriceTable, priceId: string): Plan | null =>
  plans.find((plan) => prices[plan.id] === priceId) ?? null;

/** The plan that a price pays or once paid for; null for a price that was never ours. */
export function planOfAnyPrice(settings: PriceSettings, priceId: string): Plan | null {
  const all = allPricesOf(settings);
  return plans.find((plan) => all[plan.id].includes(priceId)) ?? null;
}
