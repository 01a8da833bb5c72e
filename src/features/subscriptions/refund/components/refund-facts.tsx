import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { formatDate, formatMoney } from '#platform/format.ts';
import { planLabel } from '../../model.ts';
import { guaranteeDays } from '../../refunds.ts';
import type { LastPayment } from '../model.ts';

interface RefundFactsProps {
  payment: LastPayment;
  /** Whether the guarantee still holds. */
  isGuaranteed: boolean;
}

/** What a refund would give back, and a warning when the time of the guarantee is over. */
export function RefundFacts({ payment, isGuaranteed }: RefundFactsProps) {
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 rounded-md bg-surface p-4 text-sm">
        <dt className="text-muted">Último pagamento</dt>
        <dd className="text-right font-semibold tabular-nums">{formatMoney(payment.amountCents)}</dd>
        <dt className="text-muted">Plano</dt>
        <dd className="text-right">{planLabel(payment.planType)}</dd>
        <dt className="text-muted">Pago em</dt>
        <dd className="text-right tabular-nums">{formatDate(payment.paidAt)}</dd>
      </dl>
      {isGuaranteed ? (
        <p className="text-sm text-muted">Dentro da garantia de {guaranteeDays} dias.</p>
      ) : (
        <p role="note" className="flex gap-3 rounded-md bg-danger/14 p-4 text-sm text-danger">
          <TriangleAlert className="size-5 shrink-0" aria-hidden="true" />
          <span>
            A garantia de {guaranteeDays} dias já terminou. O reembolso ainda é possível, mas não é mais
            devido.
          </span>
        </p>
      )}
    </>
  );
}
