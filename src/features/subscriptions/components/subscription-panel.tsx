import { useState } from 'react';
import { Notice } from '#features/accounts/components/notice.tsx';
import { tellSessionEnd } from '#features/accounts/session-end.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { askForPage, openWaitingTab } from '../checkout-call.ts';
import type { SubscriptionDisplay } from '../display.ts';
import type { PaymentTrouble } from '../model.ts';
import { SubscriptionWatch } from './subscription-watch.tsx';

interface SubscriptionPanelProps {
  display: SubscriptionDisplay;
  /** What is charged next, or when it ends. */
  next: string | null;
  /** Whether the person is a customer of the provider, so that there is a portal. */
  hasPortal: boolean;
  trouble: PaymentTrouble | null;
}

const troubles: Record<PaymentTrouble, string> = {
  'renewal-refused':
    'A última renovação não foi paga. Atualize a forma de pagamento em “Gerenciar assinatura” para não ficar sem acesso.',
  'first-missed':
    'O primeiro pagamento não chegou: o boleto ou Pix venceu sem ser pago. A assinatura não começou, e nada foi cobrado. Para começar, escolha um plano.',
};

/** Plan, status and validity in words, with the provider's portal (specification, Profile). */
export function SubscriptionPanel({ display, next, hasPortal, trouble }: SubscriptionPanelProps) {
  return (
    <div className="grid gap-6">
      {trouble ? <Notice tone="danger">{troubles[trouble]}</Notice> : null}
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-3">
        <Fact term="Plano">{display.plan}</Fact>
        {display.status ? (
          <Fact term="Status">
            <Badge tone={display.tone}>{display.status}</Badge>
          </Fact>
        ) : null}
        {display.validity ? <Fact term={display.validityLabel ?? 'Validade'}>{display.validity}</Fact> : null}
      </dl>
      {next ? <p className="font-medium tabular-nums">{next}</p> : null}
      {display.note ? <p className="text-sm text-muted">{display.note}</p> : null}
      <SubscriptionWatch waiting />
      <div className="flex flex-wrap gap-3">
        {hasPortal ? <PortalButton /> : null}
        {display.tone === 'success' ? null : (
          <ButtonLink
            to="/#planos"
            variant={display.status === 'Pagamento pendente' ? 'secondary' : 'primary'}
          >
            Ver Planos
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="text-lg font-semibold">{children}</dd>
    </div>
  );
}

/** Opens the portal in a new tab; the tab opens within the click, its URL follows. */
function PortalButton() {
  const [busy, setBusy] = useState(false);

  async function openPortal() {
    const tab = openWaitingTab('Abrindo a sua assinatura...');
    setBusy(true);
    const outcome = await askForPage('customer-portal', {});
    setBusy(false);
    if (outcome.ok) return tab.open(outcome.url);
    tab.close();
    if (outcome.reason === 'signed-out') return tellSessionEnd();
    const description =
      outcome.message ?? 'Não foi possível abrir o portal de gerenciamento. Tente novamente.';
    toast({ title: 'Erro', description, tone: 'error' });
  }

  return (
    <Button onClick={openPortal} busy={busy}>
      Gerenciar assinatura
    </Button>
  );
}
