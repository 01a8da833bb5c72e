import CircleX from 'lucide-react/icons/circle-x';
import { pageHead, unlisted } from '#routes/page-head.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import type { Route } from './+types/payment-canceled';

export const meta: Route.MetaFunction = (page) => [
  ...pageHead(page, 'Pagamento cancelado', 'Nenhum valor foi cobrado. Escolha um plano quando quiser.'),
  unlisted,
];

export default function PaymentCanceled() {
  return (
    <Page>
      <EmptyState
        as="h1"
        icon={<CircleX aria-hidden="true" />}
        title="Pagamento cancelado"
        text="Nenhum valor foi cobrado. Você pode escolher um plano quando quiser."
        className="py-24"
      >
        <ButtonLink to="/#planos" variant="primary">
          Ver Planos
        </ButtonLink>
        <ButtonLink to="/" variant="ghost">
          Voltar ao início
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}
