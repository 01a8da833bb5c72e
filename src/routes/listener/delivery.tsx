import CircleX from 'lucide-react/icons/circle-x';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { data } from 'react-router';
import { z } from 'zod';
import { DeliveryFiles } from '#features/delivery/components/delivery-files.tsx';
import { isOpen, orderRefusals, prepareAddress, statusWords } from '#features/delivery/model.ts';
import { cancelDelivery, retryDelivery } from '#features/delivery/order-delivery.server.ts';
import { type FoundDelivery, findDelivery } from '#features/delivery/queries.server.ts';
import { DownloadAllButton } from '#features/downloads/components/download-all-button.tsx';
import { SubscriptionRequired } from '#features/subscriptions/components/subscription-required.tsx';
import { requireSubscriber, type Subscriber } from '#features/subscriptions/gates.server.ts';
import { AppError } from '#platform/errors.ts';
import { formatCount } from '#platform/format.ts';
import { isId } from '#platform/ids.ts';
import { answering } from '#routes/answering.ts';
import type { App } from '#routes/app.server.ts';
import { actionOf, change } from '#routes/changes.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { IntentButton } from '#ui/intent-button.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Progress } from '#ui/progress.tsx';
import { useLive } from '#ui/use-live.ts';
import type { Route } from './+types/delivery';
import { deny, openPage } from './access.server.ts';

export const meta: Route.MetaFunction = (page) => {
  const { loaderData } = page;
  const name = loaderData && !loaderData.denied ? loaderData.delivery.title : 'Entrega';
  return pageHead(page, `${name} · Entrega`, 'O andamento de uma entrega, arquivo por arquivo.');
};

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader(args: Route.LoaderArgs) {
  const { app, viewer, subscriber } = await openPage(args);
  if (!subscriber) return deny({ app, viewer });
  const delivery = isId(args.params.id) ? await findDelivery(app.db, subscriber, args.params.id) : null;
  if (!delivery) throw new AppError('not-found', 'Entrega não encontrada.');
  return data({ denied: false as const, delivery }, { headers: { 'Cache-Control': 'private, no-store' } });
}

const failures = { retry: 'Erro inesperado', cancel: 'Erro inesperado' };
const ownId = (params: Readonly<Record<string, string | undefined>>) => (isId(params.id) ? params.id : '');

export const action = actionOf(requireSubscriber, failures, {
  cancel: change(
    z.object({}),
    async (app: App, subscriber: Subscriber, _, { params }) =>
      (await cancelDelivery(app, subscriber, ownId(params)))
        ? { ok: true as const }
        : { ok: false as const, reason: 'too-late' as const },
    {
      done: 'Entrega cancelada',
      refusals: { 'too-late': { title: 'A entrega já tinha terminado', isConflict: true } },
    },
  ),
  retry: change(
    z.object({}),
    async (app: App, subscriber: Subscriber, _, { params }) => retryDelivery(app, subscriber, ownId(params)),
    {
      done: { title: 'Preparando de novo', description: 'O que já estava pronto não demora.' },
      refusals: {
        'too-late': { title: 'A entrega já está em preparo', isConflict: true },
        'too-many-open': orderRefusals['too-many-open'],
      },
    },
  ),
});

export const clientAction = answering(failures, {
  lost: () => ({ description: 'Tente novamente em alguns instantes.' }),
});

export const shouldRevalidate = alsoRefused;

export default function Delivery({ loaderData }: Route.ComponentProps) {
  const isLive = !loaderData.denied && isOpen(loaderData.delivery.status);
  const isAway = useLive(isLive);
  if (loaderData.denied) return <SubscriptionRequired payment={loaderData.payment} />;
  const { delivery } = loaderData;
  const { status, recipe, files, source } = delivery;
  return (
    <Page width="md">
      <PageHeader
        title={delivery.title}
        lead={isLive ? 'Você pode sair desta página: o preparo continua.' : undefined}
        back={{ to: prepareAddress(source.source, source.sourceId), label: 'Mudar a receita' }}
        actions={
          isLive ? (
            <IntentButton intent="cancel" label="Cancelar" icon={<CircleX aria-hidden="true" />} />
          ) : (
            <>
              <IntentButton intent="retry" label="Preparar de novo" icon={<RotateCw aria-hidden="true" />} />
              {status === 'ready' ? (
                <DownloadAllButton
                  variant="primary"
                  label="Baixar ZIP"
                  path={`/preparar/${delivery.id}/zip`}
                  title={delivery.title}
                  sizes={files.map(({ size }) => size)}
                />
              ) : null}
            </>
          )
        }
      />
      <div className="grid gap-5">
        <State delivery={delivery} isAway={isAway} folder={recipe.lists.length > 0 ? recipe.folder : ''} />
        <DeliveryFiles files={files} />
      </div>
    </Page>
  );
}

interface StateProps {
  delivery: FoundDelivery;
  isAway: boolean;
  folder: string;
}

function State({ delivery, isAway, folder }: StateProps) {
  const { status, done, failed, total, leftOut } = delivery;
  const tone = status === 'ready' ? 'success' : status === 'failed' ? 'danger' : 'neutral';
  return (
    <Card className="grid gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Badge tone={tone}>{statusWords[status]}</Badge>
        <p role="status" className="text-sm text-muted tabular-nums">
          {formatCount(done)} de {formatCount(total)} {total === 1 ? 'faixa pronta' : 'faixas prontas'}
          {failed > 0 ? `, ${formatCount(failed)} com falha` : ''}
        </p>
      </div>
      {isOpen(status) ? (
        <Progress
          className="h-2"
          value={total > 0 ? ((done + failed) / total) * 100 : null}
          label="Preparo"
        />
      ) : null}
      {isAway ? (
        <p className="text-sm text-muted">
          Sem resposta do site no momento. Esta página se atualiza sozinha quando ele voltar.
        </p>
      ) : null}
      {leftOut > 0 ? (
        <p className="text-sm text-muted">
          {leftOut === 1 ? 'Uma faixa ficou de fora' : `${formatCount(leftOut)} faixas ficaram de fora`}:
          vinhetas são só para ouvir, e o que saiu da biblioteca não pode ser entregue.
        </p>
      ) : null}
      {status === 'ready' && folder ? (
        <p className="text-sm text-muted">
          Descompacte tudo em <strong className="font-medium break-all text-fg">{folder}</strong>: as listas
          trazem esse caminho.
        </p>
      ) : null}
    </Card>
  );
}
