import ListMusic from 'lucide-react/icons/list-music';
import Sparkles from 'lucide-react/icons/sparkles';
import { useEffect, useRef } from 'react';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { automaticFailure, packageFailures } from '#features/curation/answers.ts';
import { isBeingMeasured } from '#features/curation/model.ts';
import { listChoices } from '#features/curation/queries.server.ts';
import { DraftCard } from '#features/ingestion/components/draft-card.tsx';
import { PublishAll } from '#features/ingestion/components/publish-all.tsx';
import { RunCard } from '#features/ingestion/components/run-card.tsx';
import { countDrafts, listDrafts, listRuns } from '#features/ingestion/draft-queries.server.ts';
import { type Draft, type DraftRun, draftFailures } from '#features/ingestion/draft-review.ts';
import { countDraftsText, creationTexts } from '#features/ingestion/drafts.ts';
import { isReading, isRepeatable } from '#features/ingestion/import-states.ts';
import { adminTitle } from '#features/site/admin-pages.ts';
import { causeOfError } from '#platform/failed-call.ts';
import { readPlace } from '#platform/place.ts';
import { answering } from '#routes/answering.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { actionOf } from '#routes/changes.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Pager } from '#ui/pager.tsx';
import { toast } from '#ui/toast-store.ts';
import { useLive } from '#ui/use-live.ts';
import type { Route } from './+types/drafts';
import { draftChanges } from './draft-changes.server.ts';

export const meta: Route.MetaFunction = (page) =>
  pageHead(
    page,
    adminTitle('/admin/rascunhos'),
    'Ouça, ajuste e publique os pacotes feitos das pastas do Google Drive.',
  );

export async function loader({ context, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const admin = requireAdmin(await context.get(viewerContext)());
  const [list, total, runs, categories] = await Promise.all([
    listDrafts(app.db, admin, readPlace(url.searchParams)),
    countDrafts(app.db),
    listRuns(app.db, admin, app.clock.now()),
    listChoices(app.db),
  ]);
  return { ...list, total, runs, categories };
}

const failures = { ...packageFailures, ...draftFailures };

export const action = actionOf(requireAdmin, failures, draftChanges);

/** The card shows saves, because they are frequent. */
export const clientAction = answering(failures, {
  lost: (error) => ({
    title: 'Não foi possível salvar',
    description: `${causeOfError(error)} Tente de novo.`,
  }),
  quiet: ({ intent }) => intent === 'draft-save',
});

export const shouldRevalidate = alsoRefused;

/** Whether something shown on this page is in progress. */
const isMoving = (drafts: Draft[], runs: DraftRun[]): boolean =>
  runs.some(({ status }) => !isRepeatable(status)) ||
  drafts.some(({ tracks }) => tracks.some(isBeingMeasured));

export default function Drafts({ loaderData }: Route.ComponentProps) {
  const { drafts, total, page, runs, categories } = loaderData;
  const moving = isMoving(drafts, runs);
  const isWaiting = runs.some(({ status }) => status === 'waiting');
  useLive(moving || isWaiting, moving ? 2000 : 30_000);
  useTold(runs);

  return (
    <Page width="full">
      <PageHeader
        title={adminTitle('/admin/rascunhos')}
        lead={
          total === 0
            ? 'Pacotes feitos de pastas do Google Drive esperam aqui até você publicar.'
            : `${countDraftsText(total)}. Ouça, ajuste e publique: antes disso só administradores os veem.`
        }
        back={{ to: '/admin/manage-packages' }}
        actions={
          <>
            <ButtonLink to="/admin/create-package">
              <Sparkles aria-hidden="true" />
              Criar de uma pasta
            </ButtonLink>
            {total > 0 ? <PublishAll total={total} /> : null}
          </>
        }
      />
      <div className="grid gap-5">
        {runs.map((run) => (
          <RunCard key={run.id} run={run} />
        ))}
        {drafts.map((draft) => (
          <DraftCard key={draft.id} draft={draft} categories={categories} isOpen={total <= 3} />
        ))}
        {total === 0 && !moving ? (
          <EmptyState
            icon={<ListMusic aria-hidden="true" />}
            title="Nenhum rascunho para revisar"
            text="Cole o link de uma pasta do Google Drive: cada subpasta com áudio vira um rascunho com título, categoria e tags."
          >
            <ButtonLink to="/admin/create-package" variant="primary">
              Criar de uma pasta
            </ButtonLink>
          </EmptyState>
        ) : null}
      </div>
      <Pager page={page} />
    </Page>
  );
}

const isWithoutDrafts = ({ status, files }: DraftRun): boolean =>
  isReading(status) || (status === 'waiting' && files === 0);

/** Shows a toast when a running creation has its drafts, or has failed (CRP-06, CRP-07). */
function useTold(runs: DraftRun[]): void {
  const reading = useRef(new Set<string>());
  useEffect(() => {
    for (const id of reading.current) {
      const now = runs.find((run) => run.id === id);
      if (now && isWithoutDrafts(now)) continue;
      if (now?.status === 'failed' && now.files === 0)
        toast({ title: 'Erro na criação automática', description: automaticFailure, tone: 'error' });
      else toast({ title: creationTexts.made, tone: 'success' });
    }
    reading.current = new Set(runs.filter(isWithoutDrafts).map(({ id }) => id));
  }, [runs]);
}
