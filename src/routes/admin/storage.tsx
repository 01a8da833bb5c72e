import RefreshCw from 'lucide-react/icons/refresh-cw';
import { data, useFetcher, useRevalidator } from 'react-router';
import { z } from 'zod';
import { requireAdmin, requireUser } from '#features/accounts/gates.server.ts';
import type { Admin } from '#features/accounts/model.ts';
import { isAdmin } from '#features/accounts/roles.ts';
import { restoreObjects, trashOrphans } from '#features/media/usage/clean-storage.server.ts';
import { StorageFiles } from '#features/media/usage/components/storage-files.tsx';
import {
  bucketNames,
  graceHours,
  needsAction,
  type StorageStats,
  trashDays,
} from '#features/media/usage/model.ts';
import { getStorageStats, listOrphans, listTrash } from '#features/media/usage/queries.server.ts';
import { adminTitle } from '#features/site/admin-pages.ts';
import type { Answer } from '#platform/answer.ts';
import { formatCount, formatSize } from '#platform/format.ts';
import { answering } from '#routes/answering.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import { actionOf, change } from '#routes/changes.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Progress } from '#ui/progress.tsx';
import { WarningCard } from '#ui/warning-card.tsx';
import type { Route } from './+types/storage';

export const meta: Route.MetaFunction = (page) =>
  pageHead(
    page,
    adminTitle('/admin/storage'),
    'Quanto espaço os arquivos ocupam, arquivos órfãos e lixeira.',
  );

/** Visitors go to /auth; other non-administrators see the reason. */
export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const viewer = await context.get(viewerContext)();
  if (!isAdmin(requireUser(viewer))) return data({ allowed: false as const }, { status: 403 });
  const now = app.clock.now();
  const [stats, orphans, trash] = await Promise.all([
    getStorageStats(app.db, app.settings),
    listOrphans(app.db, now),
    listTrash(app.db),
  ]);
  return data({ allowed: true as const, stats, orphans, trash });
}

const files = (n: number): string => (n === 1 ? '1 arquivo' : `${formatCount(n)} arquivos`);

/** Sent instead of keys to restore the whole trash; no key contains a star. */
const allFiles = '*';

const failures = { clean: 'Erro na limpeza', restore: 'Erro ao restaurar' };

export const action = actionOf(requireAdmin, failures, {
  clean: change(
    z.object({}),
    async (app: App, admin: Admin) => ({
      ok: true as const,
      ...(await trashOrphans(app.db, admin, app.clock.now())),
    }),
    {
      done: (_, { removed }) =>
        removed === 0
          ? { title: 'Nenhum arquivo órfão encontrado' }
          : {
              title: 'Limpeza concluída',
              description: `${files(removed)} na lixeira por ${trashDays} dias.`,
            },
    },
  ),
  restore: change(
    z.object({ keys: z.string().transform((keys) => (keys === allFiles ? null : keys.split('\n'))) }),
    async (app: App, admin: Admin, { keys }) => ({
      ok: true as const,
      ...(await restoreObjects(app.db, admin, keys)),
    }),
    {
      done: (_, { restored }) => ({
        title: 'Arquivos restaurados',
        description: `${files(restored)} de volta ao lugar.`,
      }),
    },
  ),
});

/** Shown when the request itself failed (STO-12). */
const lost = { clean: 'Falha ao remover arquivos órfãos', restore: 'Falha ao restaurar os arquivos' };

export const clientAction = answering(failures, {
  lost: (_, intent) => ({ description: intent === 'restore' ? lost.restore : lost.clean }),
});

export const shouldRevalidate = alsoRefused;

export default function Storage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.allowed) {
    return (
      <Page>
        <PageHeader
          title="Acesso Negado"
          lead="Você não tem permissão para acessar esta página."
          back={{ to: '/', isHistory: true }}
        />
      </Page>
    );
  }
  return <StorageOverview {...loaderData} />;
}

type Overview = Extract<Route.ComponentProps['loaderData'], { allowed: true }>;

function StorageOverview({ stats, orphans, trash }: Overview) {
  const { revalidate, state } = useRevalidator();
  // Separate fetchers, so that neither aborts the other.
  const cleaner = useFetcher<Answer>();
  const restorer = useFetcher<Answer>();
  const cleaning = cleaner.state !== 'idle';
  const restore = (keys: string[] | null) => {
    void restorer.submit({ intent: 'restore', keys: keys?.join('\n') ?? allFiles }, { method: 'post' });
  };
  return (
    <Page>
      <PageHeader
        title="Gerenciamento de Storage"
        back={{ to: '/admin' }}
        actions={
          <Button onClick={() => revalidate()} busy={state !== 'idle'}>
            {state === 'idle' ? <RefreshCw className="size-4" aria-hidden="true" /> : null}
            Atualizar
          </Button>
        }
      />
      <div className="grid gap-5">
        {needsAction(stats.pictures.share) ? (
          <WarningCard
            title="Ação Necessária"
            text="O uso passou de 80% da cota. Limpe os arquivos órfãos, troque imagens grandes ou amplie o plano (o Pro tem 8 GB)."
          />
        ) : null}
        <UsageCards stats={stats} />
        <div className="grid gap-5 lg:grid-cols-2">
          <Card className="grid content-start gap-4 p-5 sm:p-6">
            <h2 className="text-lg font-semibold">Ações de otimização</h2>
            <p className="text-sm text-muted">
              Vão para a lixeira as imagens que nenhum pacote, perfil ou texto do site usa há mais de{' '}
              {graceHours} horas. Por {trashDays} dias ainda podem ser restauradas.
            </p>
            <cleaner.Form method="post">
              <input type="hidden" name="intent" value="clean" />
              <Button type="submit" variant="primary" busy={cleaning}>
                {cleaning ? 'Limpando...' : 'Limpar Arquivos Órfãos'}
              </Button>
            </cleaner.Form>
          </Card>
          <AutomaticCard />
        </div>
        <StorageFiles title="Arquivos órfãos" list={orphans} empty="Nenhum arquivo órfão." />
        <StorageFiles
          title="Lixeira"
          list={trash}
          empty="A lixeira está vazia."
          busy={restorer.state !== 'idle'}
          onRestore={restore}
        />
      </div>
    </Page>
  );
}

function UsageCards({ stats }: { stats: StorageStats }) {
  const { pictures, total, buckets } = stats;
  const percent = Math.round(pictures.share * 1000) / 10;
  return (
    <>
      <Card className="grid gap-4 p-5 sm:p-6">
        <h2 className="text-lg font-semibold">Uso total</h2>
        <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <span className="font-display text-3xl font-semibold tabular-nums">
            {formatSize(pictures.used)}
          </span>
          <span className="text-sm text-muted tabular-nums">
            de {formatSize(pictures.quota)} ({percent.toLocaleString('pt-BR')}%)
          </span>
        </p>
        <Progress value={Math.min(100, percent)} label="Uso da cota de imagens" />
        <p className="text-sm text-muted">
          Com os áudios são {formatSize(total.size)} em {files(total.count)}. Áudios não contam na cota de
          imagens.
        </p>
      </Card>
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4 2xl:grid-cols-7">
        {buckets.map(({ bucket, size, count }) => (
          <li key={bucket}>
            <Card className="grid h-full content-between gap-1 p-5">
              <h3 className="text-sm text-muted">{bucketNames[bucket]}</h3>
              <p className="text-lg font-semibold tabular-nums">{formatSize(size)}</p>
              <p className="text-sm text-muted tabular-nums">{files(count)}</p>
            </Card>
          </li>
        ))}
      </ul>
    </>
  );
}

function AutomaticCard() {
  return (
    <Card className="grid content-start gap-3 p-5 sm:p-6">
      <h2 className="text-lg font-semibold">Otimizações automáticas</h2>
      <ul className="grid list-disc gap-2 pl-5 text-sm text-muted marker:text-accent">
        <li>Imagens a partir de 100 KB são reduzidas a 800 px, com qualidade 85.</li>
        <li>Imagens iguais são guardadas uma só vez.</li>
        <li>Dados de câmera e localização são removidos das fotos.</li>
        <li>A lixeira é esvaziada depois de {trashDays} dias.</li>
      </ul>
    </Card>
  );
}
