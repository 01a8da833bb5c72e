import CreditCard from 'lucide-react/icons/credit-card';
import { redirect } from 'react-router';
import { z } from 'zod';
import { requireUser } from '#features/accounts/gates.server.ts';
import { PortalCard } from '#features/subscriptions/components/portal-card.tsx';
import { SimulatedFrame } from '#features/subscriptions/components/simulated-frame.tsx';
import { requireSimulated } from '#features/subscriptions/simulated-gateway.server.ts';
import { getOwnCustomer } from '#features/subscriptions/simulated-ledger.server.ts';
import { parseAct, toPortal } from '#features/subscriptions/simulated-portal.ts';
import { actOnSubscription } from '#features/subscriptions/simulated-provider.server.ts';
import { AppError } from '#platform/errors.ts';
import { readForm } from '#platform/http.server.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { pageHead, unlisted } from '#routes/page-head.ts';
import { useRootData } from '#routes/root-data.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Route } from './+types/simulated-portal';

export const meta: Route.MetaFunction = (page) => [
  ...pageHead(
    page,
    'Gerenciar assinatura',
    'A assinatura de teste: forma de pagamento, faturas e cancelamento.',
  ),
  unlisted,
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const payments = requireSimulated(app.payments);
  const user = requireUser(await context.get(viewerContext)());
  const customerId = await getOwnCustomer(app.db, user, params.id);
  const { subscriptions } = await payments.fetchCustomer(customerId);
  return { subscriptions: subscriptions.map((each) => toPortal(each, payments.prices)) };
}

const formSchema = z.object({ act: z.string(), subscription: z.string() });

export async function action({ context, request, url }: Route.ActionArgs) {
  const app = context.get(appContext);
  const deps = { ...app, payments: requireSimulated(app.payments) };
  const user = requireUser(await context.get(viewerContext)());
  const form = formSchema.safeParse(Object.fromEntries(await readForm(request)));
  const act = form.success ? parseAct(form.data.act) : null;
  if (!form.success || !act) throw new AppError('invalid', 'Ação desconhecida.');
  await actOnSubscription(deps, user, { ...act, subscriptionId: form.data.subscription });
  return redirect(url.pathname);
}

export default function SimulatedPortal({ loaderData }: Route.ComponentProps) {
  const { subscriptions } = loaderData;
  return (
    <SimulatedFrame siteName={useRootData().site.name}>
      <h1 className="mb-6 text-3xl">Gerenciar assinatura</h1>
      {subscriptions.length === 0 ? (
        <EmptyState
          icon={<CreditCard aria-hidden="true" />}
          title="Nenhuma assinatura"
          text="Você ainda não pagou nenhuma assinatura por aqui."
        />
      ) : (
        <div className="grid gap-5">
          {subscriptions.map((each) => (
            <PortalCard key={each.id} subscription={each} />
          ))}
        </div>
      )}
      <div className="mt-8">
        <ButtonLink to="/profile" variant="ghost">
          Voltar para Minha Conta
        </ButtonLink>
      </div>
    </SimulatedFrame>
  );
}
