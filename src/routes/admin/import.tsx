import CircleX from 'lucide-react/icons/circle-x';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { Link } from 'react-router';
import { z } from 'zod';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import type { Admin } from '#features/accounts/model.ts';
import { ImportFiles } from '#features/ingestion/components/import-files.tsx';
import { ImportProgress } from '#features/ingestion/components/import-progress.tsx';
import { cancelImport, retryImport } from '#features/ingestion/control-import.server.ts';
import { findImport, listImportFiles } from '#features/ingestion/import-queries.server.ts';
import { isOpen, isStopped } from '#features/ingestion/import-states.ts';
import { AppError } from '#platform/errors.ts';
import { readPlace } from '#platform/place.ts';
import { answering } from '#routes/answering.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import { actionOf, change } from '#routes/changes.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { IntentButton } from '#ui/intent-button.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Pager } from '#ui/pager.tsx';
import { useLive } from '#ui/use-live.ts';
import type { Route } from './+types/import';

export const meta: Route.MetaFunction = (page) => {
  const name = page.loaderData?.line.folderName;
  const title = name ? `${name} · Importação` : 'Importação';
  return pageHead(page, title, 'O andamento de uma importação, arquivo por arquivo.');
};

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  const line = await findImport(app.db, admin, params.id);
  if (!line) throw new AppError('not-found', 'Importação não encontrada.');
  return { line, ...(await listImportFiles(app.db, admin, params.id, readPlace(url.searchParams))) };
}

const failures = { retry: 'Erro inesperado', cancel: 'Erro inesperado' };
const done = (isDone: boolean) =>
  isDone ? { ok: true as const } : { ok: false as const, reason: 'too-late' as const };

const tooLate = (title: string) => ({ 'too-late': { title, isConflict: true } });

export const action = actionOf(requireAdmin, failures, {
  cancel: change(
    z.object({}),
    async (app: App, admin: Admin, _, { params: { id = '' } }) =>
      done(await cancelImport(app, admin, id, app.clock.now())),
    {
      done: { title: 'Importação cancelada', description: 'O que já chegou continua no pacote.' },
      refusals: tooLate('A importação já tinha terminado'),
    },
  ),
  retry: change(
    z.object({ fileId: z.string().default('') }),
    async (app: App, admin: Admin, { fileId }, { params: { id = '' } }) =>
      done(await retryImport(app, admin, id, fileId || undefined)),
    {
      done: 'Tentando de novo',
      refusals: tooLate('Não há nada para tentar de novo'),
    },
  ),
});

export const clientAction = answering(failures, {
  lost: () => ({ description: 'Tente novamente em alguns instantes.' }),
});

export const shouldRevalidate = alsoRefused;

const linkClass = 'font-medium text-fg underline decoration-current/40 underline-offset-4 hover:text-accent';
const leave = ' Você pode sair desta página: a importação continua.';

export default function Import({ loaderData: { line, files, page } }: Route.ComponentProps) {
  const isAway = useLive(isOpen(line.status));
  const canRetry = !isOpen(line.status) && (line.files.failed > 0 || isStopped(line.status));
  return (
    <Page width="full">
      <PageHeader
        title={line.folderName ?? 'Importação'}
        lead={
          line.kind === 'drafts' ? (
            <>
              Rascunhos de pacotes, um de cada pasta.{isOpen(line.status) ? leave : null}{' '}
              <Link to="/admin/rascunhos" className={linkClass}>
                Revisar rascunhos
              </Link>
            </>
          ) : line.packageId ? (
            <>
              Para o pacote{' '}
              <Link to={`/admin/manage-packages?editar=${line.packageId}`} className={linkClass}>
                {line.packageTitle}
              </Link>
              .{isOpen(line.status) ? leave : null}
            </>
          ) : null
        }
        back={{ to: '/admin/importacoes' }}
        actions={
          isOpen(line.status) ? (
            <>
              {line.status === 'waiting' ? (
                <IntentButton intent="retry" label="Tentar agora" icon={<RotateCw aria-hidden="true" />} />
              ) : null}
              <IntentButton intent="cancel" label="Cancelar" icon={<CircleX aria-hidden="true" />} />
            </>
          ) : canRetry ? (
            <IntentButton intent="retry" label="Tentar tudo de novo" icon={<RotateCw aria-hidden="true" />} />
          ) : null
        }
      />
      <div className="grid gap-5">
        <ImportProgress line={line} isAway={isAway} />
        {files.length > 0 ? <ImportFiles files={files} withPackages={line.kind === 'drafts'} /> : null}
      </div>
      <Pager page={page} />
    </Page>
  );
}
