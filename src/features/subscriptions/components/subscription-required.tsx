import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

interface SubscriptionRequiredProps {
  /** A boleto or Pix has been issued and is not confirmed yet (PAY-12). */
  pending?: boolean;
}

/** What a signed-in person without a plan sees in the place of the library. */
export function SubscriptionRequired({ pending = false }: SubscriptionRequiredProps) {
  return (
    <EmptyState
      as="h1"
      icon={<LockKeyhole aria-hidden="true" />}
      title="Assinatura Necessária"
      text={
        pending
          ? 'Seu pagamento está pendente. O acesso é liberado assim que o boleto ou Pix for confirmado.'
          : 'Assine um plano para ouvir e baixar trilhas, efeitos e vinhetas à vontade.'
      }
      className="py-24"
    >
      <Button asChild variant={pending ? 'secondary' : 'primary'}>
        <Link to="/#planos">Ver Planos</Link>
      </Button>
      <Button asChild variant="ghost">
        <Link to="/">Voltar ao início</Link>
      </Button>
    </EmptyState>
  );
}
