import { type Plan, plans, type SoldPlanId } from './model.ts';

/** The provider's price of each plan that is sold. */
export type PriceTable = Record<SoldPlanId, string>;

/** Where prices are configured (contract.md, Settings). */
export interface PriceSettings {
  STRIPE_PRICE_MONTHLY: string;
  STRIPE_PRICE_SEMESTER: string;
  STRIPE_PRICE_ANNUAL: string;
}

/** The three configured prices. */
export const pricesOf = (settings: PriceSettings): PriceTable => ({
  monthly: settings.STRIPE_PRICE_MONTHLY,
  semester: settings.STRIPE_PRICE_SEMESTER,
  annual: settings.STRIPE_PRICE_ANNUAL,
});

/** The plan that a price pays for; null for any other price (PAY-01, A-39). */
export const planOfPrice = (prices: PriceTable, priceId: string): Plan | null =>
  plans.find((plan) => prices[plan.id] === priceId) ?? null;
