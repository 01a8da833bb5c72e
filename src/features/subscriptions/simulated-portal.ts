import { type Plan, plans, type SoldPlanId } from '#features/plans/plans.ts';
import { instant } from '#platform/calendar.ts';
import type { ProviderSubscription } from './model.ts';
import { type PriceTable, planOfPrice } from './prices.ts';
import { isPossible, type SimulatedAct, simulatedActs } from './simulated-rules.ts';

/** A subscription at the simulated provider; dates are ISO strings. */
export interface PortalSubscription {
  id: string;
  planName: string;
  priceCents: number;
  period: string;
  status: string;
  currentPeriodEnd: string;
  cancelAtPeriodEnd: boolean;
  lastPaymentAt: string | null;
  /** Possible actions; a change of plan appears once per other plan. */
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

export function toPortal(subscription: ProviderSubscription, prices: PriceTable): PortalSubscription {
  const plan = planOfPrice(prices, subscription.priceId);
  return {
    id: subscription.id,
    planName: plan?.name ?? 'Plano desconhecido',
    priceCents: plan?.priceCents ?? 0,
    period: plan?.period ?? '',
    status: subscription.status,
    currentPeriodEnd: instant(subscription.currentPeriodEnd),
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    lastPaymentAt: subscription.lastPaymentAt && instant(subscription.lastPaymentAt),
    acts: simulatedActs
      .filter((act) => isPossible(subscription, act))
      .flatMap((act) => (act === 'change-plan' ? changesFrom(plan) : [{ act, label: labels[act] }])),
  };
}

const changesFrom = (current: Plan | null): PortalSubscription['acts'] =>
  plans
    .filter((plan) => plan.id !== current?.id)
    .map((plan) => ({ act: 'change-plan', plan: plan.id, label: `Trocar para o ${plan.name}` }));

/** Parses a button's value: `renew`, or `change-plan:annual`; null for anything else. */
export function parseAct(value: string): { act: SimulatedAct; plan?: SoldPlanId } | null {
  const [name, planId] = value.split(':');
  const act = simulatedActs.find((each) => each === name);
  const plan = plans.find((each) => each.id === planId)?.id;
  if (!act || (act === 'change-plan') !== (plan !== undefined)) return null;
  return { act, plan };
}
