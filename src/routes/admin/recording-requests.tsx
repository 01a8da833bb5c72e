import MessageCircle from 'lucide-react/icons/message-circle';
import Mic from 'lucide-react/icons/mic';
import { z } from 'zod';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import type { Admin } from '#features/accounts/model.ts';
import { DeliveryButton } from '#features/recordings/components/delivery-button.tsx';
import { MoveButton } from '#features/recordings/components/move-button.tsx';
import { statuses, statusFacts } from '#features/recordings/model.ts';
import { moveRequest } from '#features/recordings/move-request.server.ts';
import {
  type ListedRequest,
  listRequests,
  requestFilterSchema,
} from '#features/recordings/request-queries.server.ts';
import { adminTitle } from '#features/site/admin-pages.ts';
import { formatDateTime } from '#platform/format.ts';
import { idSchema } from '#platform/id-schema.ts';
import { formatTotal } from '#platform/list.ts';
import { formatPhone } from '#platform/phone.ts';
import { AccountLink } from '#routes/admin/account-link.tsx';
import { ExportLinks } from '#routes/admin/export-link.tsx';
import { answering } from '#routes/answering.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import { actionOf, change, withConflict } from '#routes/changes.server.ts';
import { LoadFailed } from '#routes/listener/parts/load-failed.tsx';
import { pageHead } from '#routes/page-head.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink, buttonLook } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FilterForm } from '#ui/filter-form.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Pager } from '#ui/pager.tsx';
import { Select } from '#ui/select.tsx';
import type { Route } from './+types/recording-requests';

export const meta: Route.MetaFunction = (page) =>
  pageHead(
    page,
    adminTitle('/admin/recording-requests'),
    'As vinhetas que as rádios pediram, com prazo e andamento.',
  );

const failures = { move: 'Erro' };
const failed = 'Não foi possível atualizar o status.';
const moveSchema = z.object({ requestId: idSchema, status: z.enum(statuses) });

export async function loader({ context, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  const filter = requestFilterSchema.parse(Object.fromEntries(url.searchParams));
  return {
    filter,
    siteName: app.settings.SITE_NAME,
    ...(await listRequests(app.db, admin, filter, app.clock.now())),
  };
}

export const action = actionOf(requireAdmin, failures, {
  move: change(
    moveSchema,
    (app: App, admin: Admin, { requestId, status }) => moveRequest(app, admin, requestId, status),
    {
      done: ({ status }) => ({
        title: 'Status atualizado',
        description: `A solicitação foi marcada como ${statusFacts(status).label.toLocaleLowerCase('pt-BR')}.`,
      }),
      refusals: withConflict({ unknown: failed, 'not-possible': failed }, 'not-possible'),
    },
  ),
});

export const clientAction = answering(failures, { lost: () => ({ description: failed }) });

export const shouldRevalidate = alsoRefused;

export default function RecordingRequests({ loaderData }: Route.ComponentProps) {
  const { requests, page, filter, siteName } = loaderData;
  return (
    <Page width="full">
      <PageHeader
        title={adminTitle('/admin/recording-requests')}
        lead={page.total === 1 ? '1 solicitação' : `${formatTotal(page)} solicitações`}
        back={{ to: '/admin' }}
        actions={
          <>
            <FilterForm label="Solicitações">
              <Select name="status" aria-label="Filtrar por status" defaultValue={filter.status ?? ''}>
                <option value="">Todas</option>
                <option value="late">Atrasadas</option>
                {statuses.map((status) => (
                  <option key={status} value={status}>
                    {statusFacts(status).label}
                  </option>
                ))}
              </Select>
            </FilterForm>
            <ExportLinks list="solicitacoes" />
          </>
        }
      />
      {requests.length === 0 ? (
        <EmptyState
          icon={<Mic aria-hidden="true" />}
          title="Nenhuma solicitação"
          text="Os pedidos de gravação das rádios aparecem aqui."
        >
          {filter.status ? (
            <ButtonLink to="/admin/recording-requests" variant="primary">
              Ver todas
            </ButtonLink>
          ) : null}
        </EmptyState>
      ) : (
        <ul className="grid gap-3 2xl:grid-cols-2">
          {requests.map((each) => (
            <li key={each.id}>
              <RequestLine request={each} siteName={siteName} />
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} />
    </Page>
  );
}

function RequestLine({ request, siteName }: { request: ListedRequest; siteName: string }) {
  const { label, tone } = statusFacts(request.status);
  const greeting = `Olá! Aqui é da ${siteName}. É sobre a gravação da vinheta “${request.packageTitle}” para a ${request.radioName}.`;
  return (
    <Card className="grid h-full grid-cols-1 gap-4 p-5 lg:grid-cols-[1fr_auto] lg:items-center 2xl:grid-cols-1 2xl:content-between">
      <div className="grid min-w-0 gap-2">
        <p className="flex flex-wrap items-center gap-3">
          <strong className="text-lg break-words">{request.radioName}</strong>
          <Badge tone={tone}>{label}</Badge>
          {request.deadline ? (
            <Badge tone={request.isLate ? 'danger' : 'neutral'}>{request.deadline}</Badge>
          ) : null}
        </p>
        <p className="text-sm break-words">
          {request.packageTitle} <span className="text-muted">· {request.creditsUsed} créditos</span>
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          <AccountLink userId={request.requesterId}>
            {request.requesterName || 'Usuário'} ({request.requesterEmail ?? 'conta excluída'})
          </AccountLink>{' '}
          · pedida em {formatDateTime(request.createdAt)} · prazo {formatDateTime(request.dueAt)}
        </p>
        {request.deliveredName ? (
          <p className="text-sm break-all text-success">Entregue: {request.deliveredName}</p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2 lg:justify-end 2xl:justify-start">
        <Steps request={request} />
        {request.whatsapp ? (
          <a
            href={`https://wa.me/${request.whatsapp}?text=${encodeURIComponent(greeting)}`}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonLook({ size: 'sm' })}
          >
            <MessageCircle className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">{formatPhone(request.whatsapp)}</span>
          </a>
        ) : null}
      </div>
    </Card>
  );
}

/** What may happen next: the main step first, recording before delivery, and the rest more quietly. */
function Steps({ request: { id, radioName, creditsUsed, next } }: { request: ListedRequest }) {
  const [main] = next;
  const stepTo = (status: (typeof next)[number]) => (
    <MoveButton
      key={status}
      requestId={id}
      status={status}
      radioName={radioName}
      creditsUsed={creditsUsed}
      isMain={status === main && status !== 'completed'}
    />
  );
  const starts = next.filter((status) => status === 'in_progress');
  const ends = next.filter((status) => status !== 'in_progress');
  return (
    <>
      {starts.map(stepTo)}
      {next.includes('completed') ? (
        <DeliveryButton requestId={id} radioName={radioName} isMain={main === 'completed'} />
      ) : null}
      {ends.map(stepTo)}
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LoadFailed
      error={error}
      title="Erro"
      unexpected="Não foi possível carregar as solicitações."
      back={{ to: '/admin', label: 'Voltar para o painel' }}
      always
    />
  );
}
