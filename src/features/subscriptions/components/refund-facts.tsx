import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Fragment } from 'react';
import { planLabel } from '#features/plans/plans.ts';
import { formatDate, formatMoney } from '#platform/format.ts';
import type { Duplicate, LastPayment } from '../refund.ts';
import { guaranteeDays } from '../refunds.ts';

interface RefundFactsProps {
  payment: LastPayment;
  isGuaranteed: boolean;
}

/** The amount of a refund, with a warning after the guarantee has ended. */
export function RefundFacts({ payment, isGuaranteed }: RefundFactsProps) {
  return (
    <>
      <Facts
        of={[
          ['Último pagamento', formatMoney(payment.amountCents)],
          ['Plano', planLabel(payment.planType)],
          ['Pago em', formatDate(payment.paidAt)],
        ]}
      />
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

interface DuplicateFactsProps {
  duplicate: Duplicate;
  kept: string | undefined;
}

/** Which of two subscriptions continues, and what is refunded for the other. */
export function DuplicateFacts({ duplicate, kept }: DuplicateFactsProps) {
  const { planType, amountCents, paidAt } = duplicate;
  return (
    <Facts
      of={[
        ['Continua', `Plano ${planLabel(kept)}`],
        ['Termina', `Plano ${planLabel(planType)}`],
        ['Volta ao cliente', amountCents === null ? 'Nada foi pago' : formatMoney(amountCents)],
        ...(paidAt ? [['Pago em', formatDate(paidAt)] as const] : []),
      ]}
    />
  );
}

const Facts = ({ of }: { of: (readonly [name: string, value: string])[] }) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 rounded-md bg-surface p-4 text-sm">
    {of.map(([name, value]) => (
      <Fragment key={name}>
        <dt className="text-muted">{name}</dt>
        <dd className="text-right tabular-nums">{value}</dd>
      </Fragment>
    ))}
  </dl>
);
