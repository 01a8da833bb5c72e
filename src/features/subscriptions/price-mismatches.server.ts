import { plans } from '#features/plans/plans.ts';
import type { PriceSettings } from '#platform/env.server.ts';
import { formatMoney } from '#platform/format.ts';
import { PaymentError, type ProviderFault } from './faults.ts';
import type { PaymentGateway } from './model.ts';
import { pricesOf } from './prices.ts';

export interface ProviderState {
  /** Why it cannot be reached; null: it works. */
  fault: ProviderFault | null;
  /** One sentence per plan whose price differs from the site's (PAY-11, A-39). */
  mismatches: string[];
}

/** Fetches the provider's price of each plan, which also checks the API key. */
export async function checkProvider(
  payments: Pick<PaymentGateway, 'fetchPrice'>,
  settings: PriceSettings,
): Promise<ProviderState> {
  const prices = pricesOf(settings);
  try {
    const sentences = await Promise.all(
      plans.map(async (plan) => {
        const charged = await payments.fetchPrice(prices[plan.id]);
        if (charged?.cents === plan.priceCents && charged.months === plan.months) return null;
        const shown = `${plan.name}: o site mostra ${formatMoney(plan.priceCents)} a cada ${plan.months} mês(es)`;
        if (!charged) return `${shown}, mas o provedor não conhece o preço ${prices[plan.id]}.`;
        return `${shown}, mas o provedor cobra ${formatMoney(charged.cents)} a cada ${charged.months} mês(es).`;
      }),
    );
    return { fault: null, mismatches: sentences.filter((sentence) => sentence !== null) };
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    return { fault: error.fault, mismatches: [] };
  }
}

/** Milliseconds that the panel caches the provider's state, and waits for it. */
const age = 30_000;
const patience = 1500;
const known = new WeakMap<object, { state: Promise<ProviderState>; askedAt: number }>();

/** The same with a short timeout: cached for half a minute, or 'outage' without a response. */
export async function recallProvider(
  payments: Pick<PaymentGateway, 'fetchPrice'>,
  settings: PriceSettings,
): Promise<ProviderState> {
  const last = known.get(payments);
  const isFresh = last && performance.now() - last.askedAt < age;
  const state = isFresh ? last.state : checkProvider(payments, settings);
  if (!isFresh) known.set(payments, { state, askedAt: performance.now() });
  const silence = new Promise<ProviderState>((resolve) => {
    setTimeout(() => resolve({ fault: 'outage', mismatches: [] }), patience).unref();
  });
  return Promise.race([state, silence]);
}
