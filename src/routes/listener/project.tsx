import AudioLines from 'lucide-react/icons/audio-lines';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import FolderX from 'lucide-react/icons/folder-x';
import { useMemo } from 'react';
import { data, type ShouldRevalidateFunctionArgs, useFetcher } from 'react-router';
import { z } from 'zod';
import { requireViewer } from '#features/accounts/gates.server.ts';
import { prepareAddress } from '#features/delivery/model.ts';
import { Hearts } from '#features/favorites/components/hearts.tsx';
import { CertificateButton } from '#features/licences/components/certificate-button.tsx';
import { noteTrack, orderTracks } from '#features/projects/change-tracks.server.ts';
import { ShareDialog } from '#features/projects/components/share-dialog.tsx';
import { useLiveAnswers } from '#features/projects/components/use-live-answers.ts';
import {
  formatLength,
  lengthOf,
  type Project,
  projectTexts,
  queueOfProject,
} from '#features/projects/model.ts';
import { noteForm, orderForm } from '#features/projects/project-input.ts';
import { projectTracks } from '#features/projects/queries.server.ts';
import { type Share, shareForm, type TrackAnswer } from '#features/projects/sharing/model.ts';
import { findShare } from '#features/projects/sharing/queries.server.ts';
import { callBack, shareProject } from '#features/projects/sharing/share-project.server.ts';
import { requireSubscriber, type Viewer } from '#features/subscriptions/gates.server.ts';
import type { Answer } from '#platform/answer.ts';
import { countTracks } from '#platform/format.ts';
import { isId } from '#platform/ids.ts';
import { answering } from '#routes/answering.ts';
import type { App } from '#routes/app.server.ts';
import { actionOf, change } from '#routes/changes.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { OrderedList } from '#ui/ordered-list.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import type { Route } from './+types/project';
import { openPage } from './access.server.ts';
import { loadFailed } from './parts/load-failed.tsx';
import { ProjectActions } from './parts/project-actions.tsx';
import { ProjectTrack } from './parts/project-track.tsx';

export const meta: Route.MetaFunction = (page) => {
  const title = page.loaderData?.project.title ?? 'Projeto não encontrado';
  return pageHead(page, title, `As faixas do projeto ${title}, em ordem e com notas.`);
};

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** One's own project, without a plan too; of another's nobody learns that it exists. */
export async function loader(args: Route.LoaderArgs) {
  const { app, viewer } = await openPage(args);
  const { id } = args.params;
  const project = isId(id) ? await projectTracks(app.db, viewer.user, id) : null;
  if (!project) throw data({ message: projectTexts.unknown }, { status: 404 });
  const shared = await findShare(app.db, viewer.user, project.id, app.clock.now());
  const origin = new URL(app.settings.PUBLIC_URL).origin;
  return data(
    { project, ...shared, origin, entitled: viewer.entitled, owner: viewer.user.userId },
    { headers: { 'Cache-Control': 'private, no-store' } },
  );
}

const failures = {
  order: 'A ordem não foi salva',
  note: 'A nota não foi salva',
  share: 'O link não foi criado',
  'call-back': 'O link não foi encerrado',
};

const refusals = { 'not-found': projectTexts.unknown };

/** Tidying up needs an account, sharing needs a plan. */
export const action = actionOf(requireViewer, failures, {
  order: change(
    orderForm,
    (app: App, { user }: Viewer, { ids }, { params }) => orderTracks(app.db, user, params.id ?? '', ids),
    { done: 'Ordem salva', refusals },
  ),
  note: change(
    noteForm,
    (app: App, { user }: Viewer, { trackId, note }, { params }) =>
      noteTrack(app.db, user, params.id ?? '', trackId, note),
    { done: 'Nota salva', refusals },
  ),
  share: change(
    shareForm,
    (app: App, viewer: Viewer, { days }, { params }) =>
      shareProject(app, requireSubscriber(viewer), params.id ?? '', days),
    // The secret stands in the place of an id: the dialog makes the address of it.
    { done: (_, { token }) => ({ title: 'Link criado', id: token }), refusals },
  ),
  'call-back': change(
    z.object({}),
    (app: App, { user }: Viewer, _, { params }) => callBack(app.db, user, params.id ?? ''),
    { done: 'Link encerrado', refusals },
  ),
});

/** The page shows what is saved. */
export const clientAction = answering(failures, {
  // A refused name is said at its field, a note has none.
  quiet: ({ ok, intent, errors }) => (ok && intent !== 'call-back') || errors?.title !== undefined,
});

/** A saved note is on the page already. */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  args.formData?.get('intent') === 'note' && args.actionResult?.ok === true ? false : alsoRefused(args);

export default function ProjectPage({ loaderData }: Route.ComponentProps) {
  const { owner, ...shown } = loaderData;
  useLiveAnswers(shown.project.id, shown.share?.isOpen === true);
  return (
    <Hearts owner={owner}>
      <Shown key={shown.project.id} {...shown} />
    </Hearts>
  );
}

interface ShownProps {
  project: Project;
  share: Share | null;
  answers: TrackAnswer[];
  origin: string;
  entitled: boolean;
}

function Shown({ project, share, answers, origin, entitled }: ShownProps) {
  const { tracks } = project;
  const said = new Map(answers.map((answer) => [answer.trackId, answer]));
  const queue = useMemo(() => queueOfProject(project), [project]);
  const ordering = useFetcher<Answer>();
  const gone = tracks.filter(({ available }) => !available).length;
  return (
    <Page width="full">
      <PageHeader
        title={project.title}
        back={{ to: '/projetos', label: 'Projetos' }}
        lead={
          <span className="flex flex-wrap items-center gap-x-2 tabular-nums">
            <span>{countTracks(tracks.length)}</span>
            <span aria-hidden="true">·</span>
            <span>{formatLength(lengthOf(tracks))}</span>
            {gone > 0 ? <Badge>{gone === 1 ? '1 indisponível' : `${gone} indisponíveis`}</Badge> : null}
            {project.isArchived ? <Badge>Arquivado</Badge> : null}
          </span>
        }
        actions={
          <ProjectActions project={project} queue={queue} entitled={entitled}>
            {tracks.length > 0 ? <WaysOut {...{ project, share, origin, entitled }} /> : null}
          </ProjectActions>
        }
      />
      {entitled ? null : (
        <p className="mb-5 rounded-md bg-surface px-4 py-3 text-sm text-muted">
          Para ouvir as faixas, você precisa de uma assinatura ativa. O projeto continua guardado aqui.
        </p>
      )}
      {tracks.length === 0 ? (
        <Empty />
      ) : (
        <OrderedList
          label={`Faixas de ${project.title}`}
          items={tracks}
          onOrder={(ids) => ordering.submit({ intent: 'order', ids: ids.join() }, { method: 'post' })}
          className="-mx-2 gap-1"
        >
          {(track) => (
            <ProjectTrack
              projectId={project.id}
              track={track}
              queue={queue}
              entitled={entitled}
              answer={said.get(track.id) ?? null}
            />
          )}
        </OrderedList>
      )}
    </Page>
  );
}

/** What becomes of the tracks outside the site. */
function WaysOut({ project, share, origin, entitled }: Omit<ShownProps, 'answers'>) {
  return (
    <>
      {entitled ? (
        <ButtonLink to={prepareAddress('project', project.id)}>
          <AudioLines aria-hidden="true" />
          <span className="max-sm:sr-only">Preparar para o ar</span>
        </ButtonLink>
      ) : null}
      <CertificateButton projectId={project.id}>
        <span className="max-sm:sr-only">Certificado</span>
      </CertificateButton>
      {entitled ? <ShareDialog share={share} origin={origin} /> : null}
    </>
  );
}

const Empty = () => (
  <EmptyState
    icon={<FolderKanban aria-hidden="true" />}
    title="Este projeto está vazio"
    text="Use “Adicionar a um projeto” em qualquer faixa, ou a tecla P na mesa de escuta."
  >
    <ButtonLink to="/library" variant="primary">
      Ir para a biblioteca
    </ButtonLink>
  </EmptyState>
);

export const ErrorBoundary = loadFailed({
  title: 'Erro ao carregar projeto',
  unexpected: 'Não foi possível carregar o projeto.',
  back: { to: '/projetos', label: 'Ver os projetos' },
  missing: {
    icon: <FolderX aria-hidden="true" />,
    title: 'Projeto não encontrado',
    text: 'Ele pode ter sido excluído.',
    to: '/projetos',
    label: 'Ver os projetos',
  },
});
