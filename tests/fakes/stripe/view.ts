import { plans } from '#features/plans/plans.ts';
import { formatDate, formatMoney } from '#platform/format.ts';
import type { StripeActs } from './acts.ts';
import type { StripeDelivery } from './delivery.ts';
import { safe } from './html.ts';
import type { StripeLedger } from './ledger.ts';
import type { Price, Subscription } from './objects.ts';
import type { Trouble } from './trouble.ts';

export interface PageDeps {
  ledger: StripeLedger;
  acts: StripeActs;
  delivery: StripeDelivery;
  trouble: Trouble;
}

const states: Record<string, string> = {
  active: 'Ativa',
  past_due: 'Pagamento recusado',
  incomplete: 'Aguardando pagamento',
  incomplete_expired: 'Vencida sem pagamento',
  canceled: 'Encerrada',
};

export const nameOf = (price: Price): string =>
  plans.find((plan) => plan.priceCents === price.unit_amount)?.name ?? price.id;

export function describe(subscription: Subscription): string {
  const item = subscription.items.data[0]!;
  const end = formatDate(new Date(item.current_period_end * 1000));
  const state =
    subscription.cancel_at_period_end && !subscription.ended_at
      ? 'Termina no fim do período'
      : states[subscription.status];
  return `<p><strong>${safe(nameOf(item.price))}</strong> · ${formatMoney(item.price.unit_amount)} <span class="tag">${safe(state ?? subscription.status)}</span></p>
<p class="muted">Período até ${end}</p>`;
}
