import { redirect } from 'react-router';
import { requireUser } from '#features/accounts/gates.server.ts';
import { CheckoutCard } from '#features/subscriptions/components/checkout-card.tsx';
import { SimulatedFrame } from '#features/subscriptions/components/simulated-frame.tsx';
import { planOfPrice } from '#features/subscriptions/prices.ts';
import { requireSimulated } from '#features/subscriptions/simulated-gateway.server.ts';
import { getOwnCheckout } from '#features/subscriptions/simulated-ledger.server.ts';
import { cancelCheckout, concludeCheckout } from '#features/subscriptions/simulated-provider.server.ts';
import { shownEmail } from '#platform/email.server.ts';
import { AppError } from '#platform/errors.ts';
import { readForm } from '#platform/http.server.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { pageHead, unlisted } from '#routes/page-head.ts';
import { useRootData } from '#routes/root-data.ts';
import type { Route } from './+types/simulated-checkout';

export const meta: Route.MetaFunction = (page) => [
  ...pageHead(page, 'Pagamento simulado', 'O pagamento de teste de um plano, sem cobrança.'),
  unlisted,
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const payments = requireSimulated(app.payments);
  const user = requireUser(await context.get(viewerContext)());
  const checkout = await getOwnCheckout(app.db, user, params.id);
  const plan = planOfPrice(payments.prices, checkout.priceId);
  if (!plan) throw new AppError('not-found', 'Página não encontrada.');
  return { plan, status: checkout.status, email: shownEmail(user.email) };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const app = context.get(appContext);
  const deps = { ...app, payments: requireSimulated(app.payments) };
  const user = requireUser(await context.get(viewerContext)());
  const intent = (await readForm(request)).get('intent');
  if (intent === 'cancel') return goOn(await cancelCheckout(deps, user, params.id));
  if (intent !== 'card' && intent !== 'boleto') throw new AppError('invalid', 'Ação desconhecida.');
  return goOn(await concludeCheckout(deps, user, params.id, intent));
}

/** Our own URL: the path suffices, whatever host name the browser used. */
function goOn(address: string): Response {
  const { pathname, search } = new URL(address);
  return redirect(pathname + search);
}

export default function SimulatedCheckout({ loaderData }: Route.ComponentProps) {
  return (
    <SimulatedFrame siteName={useRootData().site.name}>
      <CheckoutCard {...loaderData} />
    </SimulatedFrame>
  );
}
