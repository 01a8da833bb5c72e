import Coins from 'lucide-react/icons/coins';
import Mic from 'lucide-react/icons/mic';
import { requireUser, requireViewer } from '#features/accounts/gates.server.ts';
import type { User } from '#features/accounts/model.ts';
import { bringCredits } from '#features/credits/bring-credits.server.ts';
import { RequestCard } from '#features/recordings/components/request-card.tsx';
import { deliveryCalendar } from '#features/recordings/model.ts';
import { revisionSchema } from '#features/recordings/order.ts';
import { listOwnRequests } from '#features/recordings/own-requests.server.ts';
import { requestRevision } from '#features/recordings/request-recording.server.ts';
import { listenerPage } from '#features/site/pages.ts';
import { causeOfError } from '#platform/failed-call.ts';
import { formatCount } from '#platform/format.ts';
import { answering } from '#routes/answering.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import { actionOf, change, withConflict } from '#routes/changes.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import type { Route } from './+types/recordings';

export const meta: Route.MetaFunction = (page) =>
  pageHead(
    page,
    listenerPage('/minhas-gravacoes').label,
    'As vinhetas que você pediu com o nome da sua rádio.',
  );

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const viewer = requireViewer(await context.get(viewerContext)());
  const [requests, credits] = await Promise.all([
    listOwnRequests(app.db, viewer.user),
    bringCredits(app, viewer),
  ]);
  return { requests, credits };
}

const failures = { revise: 'Erro' };

export const action = actionOf(requireUser, failures, {
  revise: change(
    revisionSchema,
    async (app: App, user: User, { requestId, note }) =>
      (await requestRevision(app, user, requestId, note))
        ? { ok: true as const }
        : { ok: false as const, reason: 'not-possible' as const },
    {
      done: {
        title: 'Revisão pedida!',
        description: 'Você receberá a nova versão em até 24 horas úteis.',
      },
      refusals: withConflict({ 'not-possible': 'Esta gravação não pode mais ser revista.' }, 'not-possible'),
    },
  ),
});

/** The dialog shows a failure. */
export const clientAction = answering(failures, {
  lost: (error) => ({ description: `Não foi possível enviar o pedido. ${causeOfError(error)}` }),
  quiet: ({ ok }) => !ok,
});

export const shouldRevalidate = alsoRefused;

export default function Recordings({ loaderData }: Route.ComponentProps) {
  const { requests, credits } = loaderData;
  return (
    <Page width="md">
      <PageHeader
        title={listenerPage('/minhas-gravacoes').label}
        lead={`As vinhetas que você pediu com o nome da sua rádio. ${deliveryCalendar}`}
        back={{ to: '/dashboard', label: 'Meu Painel' }}
        actions={<Balance {...credits} />}
      />
      {requests.length === 0 ? (
        <EmptyState
          icon={<Mic aria-hidden="true" />}
          title="Nenhuma gravação ainda"
          text="Escolha um pacote de vinhetas e peça a sua com o nome da rádio."
        >
          <ButtonLink to="/category/pacotes-vinhetas" variant="primary">
            Ver Pacotes de Vinhetas
          </ButtonLink>
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-4">
          {requests.map((each) => (
            <li key={each.id}>
              <RequestCard request={each} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

function Balance({ balance, renewsAt }: { balance: number | null; renewsAt: string | null }) {
  if (balance === null) return null;
  return (
    <p className="flex items-center gap-2.5 rounded-md bg-surface px-4 py-3 text-sm shadow-sm">
      <Coins className="size-5 text-accent" aria-hidden="true" />
      <span>
        <strong className="tabular-nums">{formatCount(balance)}</strong>{' '}
        {balance === 1 ? 'crédito' : 'créditos'}
        {renewsAt ? <span className="text-muted"> · renova em {renewsAt}</span> : null}
      </span>
    </p>
  );
}
