import { adminRole } from '#features/accounts/roles.ts';
import { isPaidPlan, planEnds, planLabel } from '#features/plans/plans.ts';
import { formatDate } from '#platform/format.ts';
import { hasOpenPlan, type Subscription } from './model.ts';

/** A subscription in words, for profile, dashboard and the administrators' list (A-37). */
export interface SubscriptionDisplay {
  /** `Sem assinatura`, `Gratuito` or the plan's name. */
  plan: string;
  /** `✓ Ativo`, `✗ Expirado`, `Pagamento pendente` or `Gratuito`; null without a subscription. */
  status: string | null;
  tone: 'success' | 'danger' | 'neutral';
  /** `Validade` for a plan without end, else `Expira em`; null without a date. */
  validityLabel: string | null;
  /** `Vitalício`, `dd/mm/yyyy` on the Brazilian day, or `Não definido` (PRO-17, PRO-18). */
  validity: string | null;
  /** In the list of users: the plan's name, `Inativo` or `Sem assinatura`. */
  listLabel: string;
  /** An extra sentence, if the state needs one. */
  note: string | null;
}

/** The nine states of A-37; an administrator's own subscription is shown. */
export function subscriptionDisplay(
  subscription: Subscription | null,
  role: string,
  now: Date,
): SubscriptionDisplay {
  const adminNote = role === adminRole ? 'Administradores têm acesso a toda a biblioteca.' : null;
  if (!subscription) {
    const none = 'Sem assinatura';
    return {
      plan: none,
      status: null,
      tone: 'neutral',
      validityLabel: null,
      validity: null,
      listLabel: none,
      note: adminNote,
    };
  }
  const { planType, expiresAt } = subscription;
  const open = hasOpenPlan(subscription, now);
  const current = subscription.status === 'active' && (expiresAt === null || new Date(expiresAt) > now);
  return {
    plan: planLabel(planType),
    ...statusOf(subscription, open),
    ...validityOf(subscription),
    listLabel: current ? planLabel(planType) : 'Inativo',
    note: noteOf(subscription, open) ?? adminNote,
  };
}

function validityOf({
  planType,
  expiresAt,
  paymentPending,
}: Subscription): Pick<SubscriptionDisplay, 'validity' | 'validityLabel'> {
  if (isPaidPlan(planType) && !planEnds(planType))
    return { validityLabel: 'Validade', validity: 'Vitalício' };
  if (paymentPending && !expiresAt) return { validityLabel: null, validity: null };
  return { validityLabel: 'Expira em', validity: expiresAt ? formatDate(expiresAt) : 'Não definido' };
}

function statusOf(subscription: Subscription, open: boolean): Pick<SubscriptionDisplay, 'status' | 'tone'> {
  if (!isPaidPlan(subscription.planType)) return { status: 'Gratuito', tone: 'neutral' };
  if (open) return { status: '✓ Ativo', tone: 'success' };
  if (subscription.paymentPending) return { status: 'Pagamento pendente', tone: 'neutral' };
  return { status: '✗ Expirado', tone: 'danger' };
}

function noteOf(subscription: Subscription, open: boolean): string | null {
  if (open && subscription.paymentPending && subscription.expiresAt) {
    const due = formatDate(subscription.expiresAt);
    return `O boleto ou Pix da renovação espera pelo pagamento até ${due}: até lá a biblioteca fica aberta.`;
  }
  if (subscription.paymentPending) {
    return 'Pagamento pendente: o acesso é liberado assim que o boleto ou Pix for confirmado.';
  }
  if (open && subscription.cancelAtPeriodEnd) {
    return 'A renovação foi cancelada: o acesso continua até o fim do período pago.';
  }
  return null;
}
