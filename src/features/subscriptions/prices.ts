import { bySoldPlan, type Plan, plans, type SoldPlanId } from '#features/plans/plans.ts';
import type { PriceSettings } from '#platform/env.server.ts';

export type PriceTable = Record<SoldPlanId, string>;

/** From `STRIPE_PRICE_<NAME>`: the current price, then former ones that some people still pay. */
const allPricesOf = (settings: PriceSettings): Record<SoldPlanId, string[]> =>
  bySoldPlan(({ id, defaultPrice }) =>
    (settings[`STRIPE_PRICE_${id.toUpperCase()}`] ?? defaultPrice)
      .split(',')
      .map((price) => price.trim())
      .filter(Boolean),
  );

export function pricesOf(settings: PriceSettings): PriceTable {
  const all = allPricesOf(settings);
  return bySoldPlan(({ id }) => all[id][0] ?? '');
}

/** The plan sold at a price; null for any other price (PAY-01, A-39). */
export const planOfPrice = (prices: PriceTable, priceId: string): Plan | null =>
  plans.find((plan) => prices[plan.id] === priceId) ?? null;

/** The plan of a current or former price; null for a price that was never ours. */
export function planOfAnyPrice(settings: PriceSettings, priceId: string): Plan | null {
  const all = allPricesOf(settings);
  return plans.find((plan) => all[plan.id].includes(priceId)) ?? null;
}
