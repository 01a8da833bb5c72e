import { type Plan, plans, type SoldPlanId } from './model.ts';

/** The provider's price of each plan that is sold. */
export type PriceTable = Record<SoldPlanId, string>;

/**
 * Where prices are configured (contract.md, Settings): the price at which a plan is sold, and after it, parted by
 * commas, those at which it was sold before and which some people still pay.
 */
export interface PriceSettings {
  STRIPE_PRICE_MONTHLY: string;
  STRIPE_PRICE_SEMESTER: string;
  STRIPE_PRICE_ANNUAL: string;
}

const listed = (setting: string): string[] =>
  setting
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);

const allPricesOf = (settings: PriceSettings): Record<SoldPlanId, string[]> => ({
  monthly: listed(settings.STRIPE_PRICE_MONTHLY),
  semester: listed(settings.STRIPE_PRICE_SEMESTER),
  annual: listed(settings.STRIPE_PRICE_ANNUAL),
});

/** The three prices at which plans are sold. */
export function pricesOf(settings: PriceSettings): PriceTable {
  const { monthly, semester, annual } = allPricesOf(settings);
  return { monthly: monthly[0] ?? '', semester: semester[0] ?? '', annual: annual[0] ?? '' };
}

/** The plan that is sold at a price; null for any other price (PAY-01, A-39). */
export const planOfPrice = (prices: PriceTable, priceId: string): Plan | null =>
  plans.find((plan) => prices[plan.id] === priceId) ?? null;

/** The plan that a price pays or once paid for; null for a price that was never ours. */
export function planOfAnyPrice(settings: PriceSettings, priceId: string): Plan | null {
  const all = allPricesOf(settings);
  return plans.find((plan) => all[plan.id].includes(priceId)) ?? null;
}
