import { Form } from 'react-router';
import { formatDate, formatMoney } from '#platform/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Fact } from '#ui/fact.tsx';
import type { PortalSubscription } from '../simulated-portal.ts';
import type { SimulatedAct } from '../simulated-rules.ts';

const states: Record<string, { label: string; tone: 'success' | 'danger' | 'neutral' | 'accent' }> = {
  active: { label: 'Ativa', tone: 'success' },
  past_due: { label: 'Renovação recusada', tone: 'danger' },
  incomplete: { label: 'Aguardando boleto ou Pix', tone: 'accent' },
  incomplete_expired: { label: 'Boleto vencido', tone: 'neutral' },
  canceled: { label: 'Encerrada', tone: 'neutral' },
};

const looks: Partial<Record<SimulatedAct, 'primary' | 'danger' | 'ghost'>> = {
  'pay-pending': 'primary',
  reactivate: 'primary',
  'end-now': 'danger',
};

export function PortalCard({ subscription }: { subscription: PortalSubscription }) {
  const { id, planName, priceCents, period, currentPeriodEnd, lastPaymentAt, acts } = subscription;
  const state = states[subscription.status] ?? { label: 'Desconhecida', tone: 'neutral' as const };
  const waiting = subscription.status === 'incomplete' || subscription.status === 'incomplete_expired';
  return (
    <Card className="p-6 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{planName}</h2>
        <Badge tone={state.tone} lamp>
          {subscription.cancelAtPeriodEnd && subscription.status === 'active'
            ? 'Termina no fim do período'
            : state.label}
        </Badge>
      </div>
      <dl className="mt-5 grid gap-x-8 gap-y-4 text-sm sm:grid-cols-3">
        <Fact term="Valor">
          {formatMoney(priceCents)} por {period}
        </Fact>
        <Fact term="Pago até">{waiting ? 'Nada pago ainda' : formatDate(currentPeriodEnd)}</Fact>
        <Fact term="Último pagamento">{lastPaymentAt ? formatDate(lastPaymentAt) : 'Nenhum'}</Fact>
      </dl>
      {acts.length > 0 ? (
        <Form method="post" reloadDocument className="mt-6 flex flex-wrap gap-3 border-t border-line pt-6">
          <input type="hidden" name="subscription" value={id} />
          {acts.map(({ act, plan, label }) => (
            <Button
              key={act + (plan ?? '')}
              type="submit"
              name="act"
              value={plan ? `${act}:${plan}` : act}
              variant={looks[act] ?? 'secondary'}
            >
              {label}
            </Button>
          ))}
        </Form>
      ) : null}
    </Card>
  );
}
