import { requireUser } from '#features/accounts/gates.server.ts';
import { PaymentConfirmation } from '#features/subscriptions/components/payment-confirmation.tsx';
import { refreshSubscription } from '#features/subscriptions/start-checkout.server.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { pageHead, unlisted } from '#routes/page-head.ts';
import { Page } from '#ui/page.tsx';
import type { Route } from './+types/payment-success';

export const meta: Route.MetaFunction = (page) => [
  ...pageHead(page, 'Pagamento', 'A confirmação do pagamento da sua assinatura.'),
  unlisted,
];

/** The session_id in the URL is the provider's and is ignored: only events grant access (PAY-02). */
export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const user = requireUser(await context.get(viewerContext)());
  await refreshSubscription(app, user.userId, 0);
  return null;
}

export default function PaymentSuccess() {
  return (
    <Page className="py-24 sm:py-32">
      <PaymentConfirmation />
    </Page>
  );
}
