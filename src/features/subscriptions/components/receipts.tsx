import { formatDate, formatMoney } from '#platform/format.ts';
import { Fact } from '#ui/fact.tsx';
import type { Receipt } from '../billing.ts';

/** What was paid, charge by charge; each opens to everything that a receipt says. */
export function Receipts({ receipts, payer }: { receipts: Receipt[]; payer: string }) {
  if (receipts.length === 0)
    return <p className="text-sm text-muted">Nenhum pagamento ainda. Cada cobrança paga fica aqui.</p>;
  return (
    <ul className="grid divide-y divide-line">
      {receipts.map((receipt) => (
        <li key={receipt.id}>
          <details className="group py-1">
            <summary className="flex min-h-11 list-none flex-wrap items-center justify-between gap-x-4 rounded-sm text-sm tabular-nums [&::-webkit-details-marker]:hidden">
              <span>
                <span className="font-medium">{formatDate(receipt.paidAt)}</span>
                <span className="text-muted"> · {receipt.plan}</span>
              </span>
              <span className="flex items-center gap-4">
                <span className="font-semibold">{formatMoney(receipt.amountCents)}</span>
                <span className="text-accent underline decoration-current/40 underline-offset-4">Recibo</span>
              </span>
            </summary>
            <dl className="grid gap-3 pt-2 pb-4 text-sm sm:grid-cols-2">
              <Fact term="Recebemos de">{payer}</Fact>
              <Fact term="Número">
                <span className="break-all">{receipt.id}</span>
              </Fact>
              {receipt.periodStart && receipt.periodEnd ? (
                <Fact term="Período">
                  {formatDate(receipt.periodStart)} a {formatDate(receipt.periodEnd)}
                </Fact>
              ) : null}
              {receipt.refundedCents > 0 ? (
                <Fact term="Reembolsado">{formatMoney(receipt.refundedCents)}</Fact>
              ) : null}
            </dl>
          </details>
        </li>
      ))}
    </ul>
  );
}
