import { z } from 'zod';
import { reason, userId } from './access.ts';
import { guaranteeDays } from './refunds.ts';

export const refundSchema = z.object({ userId, reason });
export const synchronizeSchema = z.object({ userId });

export type RefundRefusal =
  | 'no-customer'
  | 'no-duplicate'
  | 'no-payment'
  | 'already-refunded'
  | 'disputed'
  | 'provider-down'
  | 'provider-key'
  | 'provider-refused';

export const refundRefusals: Record<RefundRefusal, string> = {
  'no-customer': 'Este usuário nunca comprou: o provedor de pagamentos não o conhece.',
  'no-duplicate': 'Este usuário tem uma só assinatura em vigor.',
  'no-payment': 'Este usuário não tem nenhum pagamento para reembolsar.',
  'already-refunded': 'O último pagamento já foi reembolsado.',
  disputed: 'O pagamento foi contestado pelo titular do cartão: resolva a disputa no provedor.',
  'provider-down': 'O provedor de pagamentos não respondeu. Tente de novo em alguns minutos.',
  'provider-key':
    'O provedor de pagamentos recusa a chave do site, ou ela não pode reembolsar. Nada foi feito.',
  'provider-refused':
    'O provedor de pagamentos recusou o reembolso. Confira o pagamento no painel do provedor.',
};

/** The last payment of a user for the list of users; dates are ISO strings. */
export interface LastPayment {
  providerSubscriptionId: string;
  planType: string | null;
  amountCents: number;
  paidAt: string;
  isRefunded: boolean;
  refundedAt: string | null;
  isDisputed: boolean;
}

/** A second paid subscription beside the current one; dates are ISO strings. */
export interface Duplicate {
  providerSubscriptionId: string;
  planType: string;
  /** Its last payment; null: none has arrived. */
  amountCents: number | null;
  paidAt: string | null;
}

/** Whether the seven-day guarantee still applies; a refund is possible afterwards too. */
export const isGuaranteed = (paidAt: string, now: Date): boolean =>
  now.getTime() - new Date(paidAt).getTime() <= guaranteeDays * 24 * 3600 * 1000;
