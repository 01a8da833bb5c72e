import { Notice } from '#features/accounts/components/notice.tsx';
import { Badge } from '#ui/badge.tsx';
import type { ProviderFault } from '../faults.ts';

export interface ShownProvider {
  kind: 'simulated' | 'stripe';
  fault: ProviderFault | null;
  mismatches: string[];
}

const labels: Record<ProviderFault, string> = {
  outage: 'Sem resposta',
  key: 'Chave recusada',
  order: 'Pedido recusado',
  person: 'Pedido recusado',
};

export function ProviderBadge({ kind, fault, mismatches }: ShownProvider) {
  if (fault) return <Badge tone="danger">{labels[fault]}</Badge>;
  if (mismatches.length > 0) return <Badge tone="danger">Preço diferente</Badge>;
  return kind === 'simulated' ? <Badge>Simulados</Badge> : <Badge tone="success">Em ordem</Badge>;
}

const sentences: Partial<Record<ProviderFault, string>> = {
  key: 'O provedor de pagamentos recusa a chave do site: ninguém consegue assinar, e nenhum pagamento é conferido. Troque STRIPE_SECRET_KEY e reinicie o site.',
  order: 'O provedor de pagamentos recusa o que o site pede. Confira os preços e o portal no painel dele.',
};

/** What is wrong at the provider; nothing during a temporary outage. */
export function ProviderTrouble({ fault, mismatches }: ShownProvider) {
  const told = [fault && sentences[fault], ...mismatches].filter((each) => each);
  if (told.length === 0) return null;
  return (
    <Notice tone="danger">
      {told.map((each) => (
        <p key={each}>{each}</p>
      ))}
    </Notice>
  );
}
