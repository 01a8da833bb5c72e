import FolderKanban from 'lucide-react/icons/folder-kanban';
import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { data, Link, useNavigate } from 'react-router';
import { requireViewer } from '#features/accounts/gates.server.ts';
import { createProject, duplicateProject, renameProject } from '#features/projects/change-project.server.ts';
import { ProjectMenu } from '#features/projects/components/project-menu.tsx';
import { TitleDialog } from '#features/projects/components/title-dialog.tsx';
import { formatLength, type ProjectLine, projectTexts } from '#features/projects/model.ts';
import { projectForm, renameForm, titleForm } from '#features/projects/project-input.ts';
import { countProjects, listProjects } from '#features/projects/queries.server.ts';
import { listenerPage } from '#features/site/pages.ts';
import { SubscriptionRequired } from '#features/subscriptions/components/subscription-required.tsx';
import { requireSubscriber, type Viewer } from '#features/subscriptions/gates.server.ts';
import { instant } from '#platform/calendar.ts';
import { countTracks, formatRelative } from '#platform/format.ts';
import { formatTotal } from '#platform/list.ts';
import { readPlace } from '#platform/place.ts';
import { answering, isSaidAtFields } from '#routes/answering.ts';
import type { App } from '#routes/app.server.ts';
import { actionOf, change } from '#routes/changes.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Pager } from '#ui/pager.tsx';
import type { Route } from './+types/projects';
import { deny, openPage } from './access.server.ts';
import { loadFailed } from './parts/load-failed.tsx';

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, listenerPage('/projetos').label, 'As suas listas de faixas, projeto por projeto.');

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Without a plan one's own projects stay readable. */
export async function loader(args: Route.LoaderArgs) {
  const { app, viewer } = await openPage(args);
  const { user, entitled } = viewer;
  if (!entitled && (await countProjects(app.db, user)) === 0) return deny({ app, viewer });
  const query = args.url.searchParams;
  const isArchive = query.get('aba') === 'arquivo';
  const list = await listProjects(app.db, user, isArchive, readPlace(query));
  const now = instant(app.clock.now());
  return data(
    { denied: false as const, entitled, isArchive, now, ...list },
    { headers: { 'Cache-Control': 'private, no-store' } },
  );
}

const failures = {
  create: 'O projeto não foi criado',
  rename: 'O projeto não foi renomeado',
  duplicate: 'O projeto não foi duplicado',
};

const refusals = { 'not-found': projectTexts.unknown, 'too-many': projectTexts.tooMany };

/** Tidying up needs an account, making something needs a plan. */
export const action = actionOf(requireViewer, failures, {
  create: change(
    titleForm,
    async (app: App, viewer: Viewer, { title }) => createProject(app.db, requireSubscriber(viewer), title),
    { done: 'Projeto criado', field: 'title', refusals: { 'too-many': projectTexts.tooMany } },
  ),
  rename: change(
    renameForm,
    async (app: App, { user }: Viewer, { id, title }) => renameProject(app.db, user, id, title),
    { done: 'Projeto renomeado', field: 'title', refusals: { 'not-found': projectTexts.unknown } },
  ),
  duplicate: change(
    projectForm,
    async (app: App, viewer: Viewer, { id }) => duplicateProject(app.db, requireSubscriber(viewer), id),
    { done: 'Cópia criada', refusals },
  ),
});

/** The dialogs show their refusals. */
export const clientAction = answering(failures, { quiet: isSaidAtFields });

export const shouldRevalidate = alsoRefused;

export default function ProjectsPage({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  if (loaderData.denied)
    return (
      <SubscriptionRequired
        payment={loaderData.payment}
        text="Com um plano, você junta em um projeto as faixas de cada programa, baixa tudo de uma vez e manda para o cliente aprovar."
      />
    );
  const { entitled, isArchive, projects, page, now } = loaderData;
  const create = entitled ? (
    <TitleDialog
      intent="create"
      trigger={
        <Button variant="primary">
          <Plus aria-hidden="true" /> Novo projeto
        </Button>
      }
      onDone={(id) => id && void navigate(`/projetos/${id}`)}
    />
  ) : null;
  return (
    <Page width="full">
      <PageHeader
        title={listenerPage('/projetos').label}
        lead="As faixas de cada trabalho, juntas e em ordem."
        actions={projects.length > 0 || isArchive ? create : null}
      />
      <nav aria-label="Projetos" className="mb-5 flex gap-1">
        <Tab to="/projetos" isOn={!isArchive} label="Em andamento" />
        <Tab to="/projetos?aba=arquivo" isOn={isArchive} label="Arquivo" />
        {page.total > 0 ? (
          <p className="ml-auto self-center text-sm text-muted tabular-nums">
            {formatTotal(page)} {page.total === 1 ? 'projeto' : 'projetos'}
          </p>
        ) : null}
      </nav>
      {projects.length === 0 ? (
        <NoProjects isArchive={isArchive}>{create}</NoProjects>
      ) : (
        <>
          <ul className="grid gap-2 lg:grid-cols-2">
            {projects.map((project) => (
              <Line key={project.id} project={project} entitled={entitled} now={now} />
            ))}
          </ul>
          <Pager page={page} label="Páginas de projetos" />
        </>
      )}
    </Page>
  );
}

function Tab({ to, isOn, label }: { to: string; isOn: boolean; label: string }) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={isOn ? 'page' : undefined}
      className={cx(
        'inline-flex min-h-10 items-center rounded-sm px-3 text-sm font-medium transition touch:min-h-11',
        isOn ? 'bg-chosen text-accent' : 'text-muted hover:bg-fg/8 hover:text-fg',
      )}
    >
      {label}
    </Link>
  );
}

function Line({ project, entitled, now }: { project: ProjectLine; entitled: boolean; now: string }) {
  const { id, title, trackCount, totalMs, changedAt } = project;
  return (
    <li className="group relative flex min-w-0 items-center gap-3 rounded-md bg-surface p-3 pr-2 transition hover:bg-raised sm:p-4 sm:pr-3">
      <FolderKanban className="size-6 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <Link to={`/projetos/${id}`} prefetch="intent" className="card-link block truncate font-semibold">
          {title}
        </Link>
        <p className="flex flex-wrap gap-x-2 text-sm text-muted tabular-nums">
          <span>{countTracks(trackCount)}</span>
          <span aria-hidden="true">·</span>
          <span>{formatLength(totalMs)}</span>
          <span aria-hidden="true">·</span>
          <span>mudou {formatRelative(changedAt, new Date(now))}</span>
        </p>
      </div>
      <div className="relative z-10">
        <ProjectMenu project={project} entitled={entitled} />
      </div>
    </li>
  );
}

function NoProjects({ isArchive, children }: { isArchive: boolean; children: ReactNode }) {
  return isArchive ? (
    <EmptyState
      icon={<FolderKanban aria-hidden="true" />}
      title="O arquivo está vazio"
      text="Guarde aqui os projetos que já terminaram."
    />
  ) : (
    <EmptyState
      icon={<FolderKanban aria-hidden="true" />}
      title="Nenhum projeto ainda"
      text="Junte em um projeto as faixas de um programa, de uma campanha ou da plástica inteira."
    >
      {children}
    </EmptyState>
  );
}

export const ErrorBoundary = loadFailed({
  title: 'Erro ao carregar projetos',
  unexpected: 'Não foi possível carregar os projetos.',
});
