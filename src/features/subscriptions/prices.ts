import { type Plan, plans, type SoldPlanId } from './model.ts';

/** The provider's price of each plan that is sold. */
export type PriceTable = Record<SoldPlanId, string>;

/** The three configured prices (contract.md, Settings). */
export const pricesOf = (settings: {
  STRIPE_PRICE_MONTHLY: string;
  STRIPE_PRICE_SEMESTER: string;
  STRIPE_PRICE_ANNUAL: string;
}): PriceTable => ({
  monthly: settings.STRIPE_PRICE_MONTHLY,
  semester: settings.STRIPE_PRICE_SEMESTER,
  annual: settings.STRIPE_PRICE_ANNUAL,
});

/** The plan that a price pays for; null for any other price (PAY-01, A-39). */
export const planOfPrice = (prices: PriceTable, priceId: string): Plan | null =>
  plans.find((plan) => prices[plan.id] === priceId) ?? null;
