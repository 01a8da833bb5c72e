import { formatMoney } from '#platform/format.ts';
import { type PaymentGateway, plans } from '../model.ts';
import { type PriceSettings, pricesOf } from '../prices.ts';

/**
 * Whether the provider charges what the site shows (PAY-11, A-39): one sentence for each plan where it does
 * not, for the log at the start. Asks the provider.
 */
export async function listPriceMismatches(
  payments: Pick<PaymentGateway, 'fetchPrice'>,
  settings: PriceSettings,
): Promise<string[]> {
  const prices = pricesOf(settings);
  const sentences = await Promise.all(
    plans.map(async (plan) => {
      const charged = await payments.fetchPrice(prices[plan.id]);
      const shown = `${plan.name}: o site mostra ${formatMoney(plan.priceCents)} a cada ${plan.months} mês(es)`;
      if (!charged) return `${shown}, mas o provedor não conhece o preço ${prices[plan.id]}.`;
      if (charged.cents === plan.priceCents && charged.months === plan.months) return null;
      return `${shown}, mas o provedor cobra ${formatMoney(charged.cents)} a cada ${charged.months} mês(es).`;
    }),
  );
  return sentences.filter((sentence) => sentence !== null);
}
