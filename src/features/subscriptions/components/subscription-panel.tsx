import { useState } from 'react';
import { Link } from 'react-router';
import { Notice } from '#features/accounts/components/notice.tsx';
import { tellSessionEnd } from '#features/accounts/session-end.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { underThisName } from '../checkout/own-page.ts';
import type { SubscriptionDisplay } from '../display.ts';
import { SubscriptionWatch } from './subscription-watch.tsx';

interface SubscriptionPanelProps {
  display: SubscriptionDisplay;
  /** Whether the payment provider knows this person: then there is a portal to open. */
  hasPortal: boolean;
  /** The last renewal could not be charged. */
  isRefused: boolean;
}

/** Plan, status and validity in words, and the way to the provider's portal (specification, Profile). */
export function SubscriptionPanel({ display, hasPortal, isRefused }: SubscriptionPanelProps) {
  return (
    <div className="grid gap-6">
      {isRefused ? (
        <Notice tone="danger">
          A última renovação não foi paga. Atualize a forma de pagamento em “Gerenciar assinatura” para não
          ficar sem acesso.
        </Notice>
      ) : null}
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-3">
        <Fact term="Plano">{display.plan}</Fact>
        {display.status ? (
          <Fact term="Status">
            <Badge tone={display.tone}>{display.status}</Badge>
          </Fact>
        ) : null}
        {display.validity ? <Fact term={display.validityLabel ?? 'Validade'}>{display.validity}</Fact> : null}
      </dl>
      {display.note ? <p className="text-sm text-muted">{display.note}</p> : null}
      <SubscriptionWatch waiting />
      <div className="flex flex-wrap gap-3">
        {hasPortal ? <PortalButton /> : null}
        {display.tone === 'success' ? null : (
          <Button asChild variant={display.status === 'Pagamento pendente' ? 'secondary' : 'primary'}>
            <Link to="/#planos">Ver Planos</Link>
          </Button>
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

/** Opens the portal in a new tab: the tab in the click, its address when the server has answered. */
function PortalButton() {
  const [busy, setBusy] = useState(false);

  async function openPortal() {
    const tab = window.open('', '_blank');
    setBusy(true);
    try {
      const response = await fetch('/functions/customer-portal', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      });
      if (response.status === 401) {
        tab?.close();
        return void tellSessionEnd();
      }
      if (!response.ok) throw new Error(`customer-portal: ${response.status}`);
      const answer = (await response.json()) as { url: string };
      const url = underThisName(answer.url, window.location.origin);
      if (tab) tab.location.href = url;
      else window.location.assign(url);
    } catch {
      tab?.close();
      toast({
        title: 'Erro',
        description: 'Não foi possível abrir o portal de gerenciamento. Tente novamente.',
        tone: 'error',
      });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button onClick={openPortal} busy={busy}>
      Gerenciar assinatura
    </Button>
  );
}
