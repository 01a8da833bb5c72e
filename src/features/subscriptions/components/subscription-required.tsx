import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { PaymentTrouble } from '../model.ts';

interface SubscriptionRequiredProps {
  /** What a plan opens on this page. */
  text?: string;
  /** A pending payment (PAY-12), or a problem with it; null: neither. */
  payment?: 'pending' | PaymentTrouble | null;
}

const texts: Record<'pending' | PaymentTrouble, string> = {
  pending: 'Seu pagamento está pendente. O acesso é liberado assim que o boleto ou Pix for confirmado.',
  'first-missed':
    'O primeiro pagamento não chegou: o boleto ou Pix venceu sem ser pago. Para começar, escolha um plano.',
  'renewal-refused': 'A última renovação não foi paga. Atualize a forma de pagamento em Minha Conta.',
};

const library =
  'Com um plano, você ouve o acervo inteiro, baixa trilhas e efeitos e pede vinhetas com o nome da sua rádio.';

/** Shown to a signed-in person without a plan instead of the library. */
export function SubscriptionRequired({ payment = null, text = library }: SubscriptionRequiredProps) {
  return (
    <EmptyState
      as="h1"
      icon={<LockKeyhole aria-hidden="true" />}
      title="Assinatura Necessária"
      text={payment ? texts[payment] : text}
      className="py-24"
    >
      <ButtonLink to="/#planos" variant={payment === 'pending' ? 'secondary' : 'primary'}>
        Ver Planos
      </ButtonLink>
      <ButtonLink to="/" variant="ghost">
        Voltar ao início
      </ButtonLink>
    </EmptyState>
  );
}
