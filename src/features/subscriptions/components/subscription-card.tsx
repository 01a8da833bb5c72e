import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { SubscriptionDisplay } from '../display.ts';

export function SubscriptionCard({ display }: { display: SubscriptionDisplay }) {
  const { plan, status, tone, validity, validityLabel, note } = display;
  const buy = tone === 'danger' || status === null || status === 'Gratuito';
  return (
    <Card className="flex flex-col gap-5 p-6">
      <div>
        <div className="flex items-center justify-between gap-4">
          <h2 className="text-sm font-normal text-muted">Assinatura</h2>
          {status ? <Badge tone={tone}>{status}</Badge> : null}
        </div>
        <p className="mt-1 font-display text-2xl font-semibold">{plan}</p>
        {validity ? (
          <p className="mt-1 text-sm text-muted tabular-nums">
            {validityLabel === 'Validade' ? `Validade: ${validity}` : `${validityLabel} ${validity}`}
          </p>
        ) : null}
        {note ? <p className="mt-3 text-sm text-muted">{note}</p> : null}
      </div>
      <div className="mt-auto">
        <ButtonLink to={buy ? '/#planos' : '/profile'} variant={buy ? 'primary' : 'secondary'}>
          {buy ? 'Ver Planos' : 'Ver assinatura'}
        </ButtonLink>
      </div>
    </Card>
  );
}
