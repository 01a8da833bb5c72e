import CircleX from 'lucide-react/icons/circle-x';
import { pageTitle } from '#routes/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import type { Route } from './+types/payment-canceled';

export const meta: Route.MetaFunction = (page) => [
  ...pageTitle('Pagamento cancelado', page),
  { name: 'robots', content: 'noindex' },
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
