import { type Plan, plans, type SoldPlanId } from '#features/plans/plans.ts';
import type { ProviderSubscription } from './model.ts';
import { type PriceTable, planOfPrice } from './prices.ts';
import { isPossible, type SimulatedAct, simulatedActs } from './simulated-rules.ts';

/** A subscription in the provider's books, as its page shows it; dates are ISO strings. */
export interface PortalSubscription {
  id: string;
  planName: string;
  priceCents: number;
  period: string;
  status: string;
  currentPeriodEnd: string;
  cancelAtPeriodEnd: boolean;
  lastPaymentAt: string | null;
  /** What can be done now; a change of plan stands once for each other plan. */
  acts: { act: SimulatedAct; plan?: string; label: string }[];
}

const labels: Record<SimulatedAct, string> = {
  'pay-pending': 'Pagar o boleto ou Pix pendente',
  'let-pending-lapse': 'Deixar o boleto vencer',
  renew: 'Simular renovação paga',
  'fail-renewal': 'Simular renovação recusada',
  'cancel-at-period-end': 'Cancelar no fim do período',
  reactivate: 'Reativar a renovação',
  'change-plan': 'Trocar de plano',
  'end-now': 'Encerrar agora',
};

/** A subscription with the buttons that make sense in its state. */
export function toPortal(subscription: ProviderSubscription, prices: PriceTable): PortalSubscription {
  const plan = planOfPrice(prices, subscription.priceId);
  return {
    id: subscription.id,
    planName: plan?.name ?? 'Plano desconhecido',
    priceCents: plan?.priceCents ?? 0,
    period: plan?.period ?? '',
    status: subscription.status,
    currentPeriodEnd: subscription.currentPeriodEnd.toISOString(),
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    lastPaymentAt: subscription.lastPaymentAt?.toISOString() ?? null,
    acts: simulatedActs
      .filter((act) => isPossible(subscription, act))
      .flatMap((act) => (act === 'change-plan' ? changesFrom(plan) : [{ act, label: labels[act] }])),
  };
}

const changesFrom = (current: Plan | null): PortalSubscription['acts'] =>
  plans
    .filter((plan) => plan.id !== current?.id)
    .map((plan) => ({ act: 'change-plan', plan: plan.id, label: `Trocar para o ${plan.name}` }));

/** What a button of the portal has sent: `renew`, or `change-plan:annual`; null for anything else. */
export function parseAct(value: string): { act: SimulatedAct; plan?: SoldPlanId } | null {
  const [name, planId] = value.split(':');
  const act = simulatedActs.find((each) => each === name);
  const plan = plans.find((each) => each.id === planId)?.id;
  if (!act || (act === 'change-plan') !== (plan !== undefined)) return null;
  return { act, plan };
}
