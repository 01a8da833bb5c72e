import Plus from 'lucide-react/icons/plus';
import Sparkles from 'lucide-react/icons/sparkles';
import { useCallback, useEffect, useState } from 'react';
import { data, useRevalidator, useSearchParams } from 'react-router';
import { requireAdmin, requireUser } from '#features/accounts/gates.server.ts';
import { isAdmin } from '#features/accounts/roles.ts';
import { factsOfKind } from '#features/catalog/kinds.ts';
import { packageFailures } from '#features/curation/answers.ts';
import { BatchBar } from '#features/curation/components/batch-bar.tsx';
import { DeleteDialog } from '#features/curation/components/delete-dialog.tsx';
import { ListFilters } from '#features/curation/components/list-filters.tsx';
import { NothingFound } from '#features/curation/components/nothing-found.tsx';
import { PackageDialog } from '#features/curation/components/package-dialog.tsx';
import { PackageList } from '#features/curation/components/package-list.tsx';
import { type ListQuery, listSchema, type ManagedPackage } from '#features/curation/model.ts';
import {
  findForDeletion,
  findForEditor,
  listChoices,
  listPackages,
} from '#features/curation/queries.server.ts';
import { SendingList } from '#features/curation/tracks/components/sending-list.tsx';
import { countDrafts } from '#features/ingestion/draft-queries.server.ts';
import { countDraftsText } from '#features/ingestion/drafts.ts';
import { adminTitle } from '#features/site/admin-pages.ts';
import { causeOfError } from '#platform/failed-call.ts';
import { formatTotal } from '#platform/list.ts';
import { answering } from '#routes/answering.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { actionOf } from '#routes/changes.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { alsoRefused } from '#routes/revalidation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Pager } from '#ui/pager.tsx';
import { toast } from '#ui/toast.tsx';
import type { Route } from './+types/manage-packages';
import { ExportLinks } from './export-link.tsx';
import { packageChanges } from './package-changes.server.ts';

export const meta: Route.MetaFunction = (page) =>
  pageHead(
    page,
    adminTitle('/admin/manage-packages'),
    'Crie, edite, ordene e publique os pacotes da biblioteca.',
  );

/** Visitors go to /auth; other non-administrators see the reason. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const user = requireUser(await context.get(viewerContext)());
  if (!isAdmin(user)) return data({ allowed: false as const }, { status: 403 });
  const admin = requireAdmin({ user });
  const query = listSchema.parse(Object.fromEntries(url.searchParams));
  const { editar, excluir } = query;
  const [list, drafts, categories, editing, deleting] = await Promise.all([
    listPackages(app.db, admin, query, app.clock.now()),
    countDrafts(app.db),
    listChoices(app.db).catch((error: unknown) => {
      app.log.error({ err: error }, 'categorias não lidas');
      return null;
    }),
    editar && editar !== 'novo' ? findForEditor(app.db, admin, editar) : null,
    excluir ? findForDeletion(app.db, admin, excluir) : null,
  ]);
  return data({
    allowed: true as const,
    query,
    drafts,
    ...list,
    categories: categories ?? [],
    categoriesFailed: categories === null,
    editing,
    deleting,
  });
}

export const action = actionOf(requireAdmin, packageFailures, packageChanges);
/** A move's answer has a button to take it back, which the list adds. */
export const clientAction = answering(packageFailures, {
  quiet: ({ ok, intent }) => ok && intent === 'order',
});

type PageData = Awaited<ReturnType<Route.ClientLoaderArgs['serverLoader']>>;

/** The last data: shown when the list cannot be revalidated. */
let last: PageData | null = null;

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<PageData> {
  try {
    last = await serverLoader();
    return last;
  } catch (error) {
    if (error instanceof Response || !last) throw error;
    toast({
      id: 'pacotes',
      title: 'Erro ao carregar pacotes',
      description: causeOfError(error),
      tone: 'error',
    });
    return last;
  }
}

export const shouldRevalidate = alsoRefused;

export default function ManagePackages({ loaderData }: Route.ComponentProps) {
  useEffect(() => {
    last = loaderData;
  }, [loaderData]);
  if (!loaderData.allowed) {
    return (
      <Page width="full">
        <PageHeader
          title="Acesso Negado"
          lead="Acesso restrito a administradores"
          back={{ to: '/', isHistory: true }}
        />
      </Page>
    );
  }
  return <Packages {...loaderData} />;
}

type Loaded = Extract<Route.ComponentProps['loaderData'], { allowed: true }>;

const none: ReadonlySet<string> = new Set();

/** Whether the list is one category as listeners see it, so that it can be put in order. */
function orderingOf(query: ListQuery, [first]: ManagedPackage[]): keyof typeof orderingHints {
  if (!query.categoria || query.q || query.situacao || query.ordem !== 'ordem') return 'other';
  return first && factsOfKind(first.kind)?.isListed ? 'alphabetical' : 'by-hand';
}

const orderingHints = {
  other: 'Para mudar a ordem dos pacotes, escolha só uma categoria e a ‘Ordem definida’.',
  alphabetical: 'Os assinantes veem esta categoria em ordem alfabética.',
  'by-hand':
    'Arraste um pacote pela alça, ou use as setas do teclado nela: os assinantes veem a categoria nesta ordem.',
};

function Packages(loaded: Loaded) {
  const { query, packages, page, all, categories, categoriesFailed, editing, deleting } = loaded;
  const { drafts } = loaded;
  const [params, setParams] = useSearchParams();
  const { revalidate } = useRevalidator();
  const [chosen, setChosen] = useState(none);
  // A package deleted by somebody else during editing stays in its editor, with the typed text.
  const [held, setHeld] = useState(editing);
  if (editing && editing !== held) setHeld(editing);
  const edited = editing ?? (held?.id === query.editar ? held : null);
  useEffect(() => {
    if (categoriesFailed) toast({ title: 'Erro ao carregar categorias', tone: 'error' });
  }, [categoriesFailed]);

  const close = useCallback(
    () =>
      setParams(
        (current) => {
          current.delete('editar');
          current.delete('excluir');
          return current;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  const choose = (ids: string[], isChosen: boolean) =>
    setChosen((current) => {
      const next = new Set(current);
      for (const id of ids)
        if (isChosen) next.add(id);
        else next.delete(id);
      return next;
    });
  const shown = packages.filter(({ id, deletedAt }) => chosen.has(id) && !deletedAt).map(({ id }) => id);
  const ordering = orderingOf(query, packages);
  const create = new URLSearchParams(params);
  create.set('editar', 'novo');

  return (
    <Page width="full">
      <PageHeader
        title={adminTitle('/admin/manage-packages')}
        lead={all.total === 1 ? '1 pacote' : `${formatTotal(all)} pacotes`}
        back={{ to: '/admin' }}
        className="max-sm:flex-nowrap"
        actions={
          <>
            <ButtonLink to="/admin/create-package" className="max-sm:px-3.5">
              <Sparkles aria-hidden="true" />
              <span className="max-sm:sr-only">Pacotes Automáticos</span>
            </ButtonLink>
            <ButtonLink to={`?${create}`} variant="primary" className="max-sm:px-3.5" preventScrollReset>
              <Plus aria-hidden="true" />
              <span className="max-sm:sr-only">Novo Pacote</span>
            </ButtonLink>
          </>
        }
      />
      <div className="grid gap-3 sm:gap-5">
        {drafts > 0 ? (
          <p className="flex max-sm:hidden flex-wrap items-center justify-between gap-x-5 gap-y-2 rounded-md bg-sunken px-4 py-2.5 text-sm">
            {countDraftsText(drafts)}, de pastas do Google Drive.
            <ButtonLink to="/admin/rascunhos" size="sm">
              Revisar rascunhos
            </ButtonLink>
          </p>
        ) : null}
        <ListFilters query={query} categories={categories} />
        {edited ? null : <SendingList onArrived={revalidate} />}
        {shown.length > 0 ? (
          <BatchBar ids={shown} categories={categories} onClear={(ids) => choose(ids, false)} />
        ) : null}
        {packages.length > 0 ? (
          <PackageList
            packages={packages}
            chosen={chosen}
            onChoose={choose}
            isOrdered={ordering === 'by-hand'}
          />
        ) : (
          <NothingFound q={query.q} isFiltered={all.total > 0} createTo={`?${create}`} />
        )}
        {packages.length > 0 ? <p className="text-sm text-muted">{orderingHints[ordering]}</p> : null}
        <p className="text-sm text-muted">Capas de até 5 MB, áudios de até 2 GB.</p>
        <p className="sr-only" aria-live="polite">
          {page.total === 1 ? '1 pacote na lista' : `${formatTotal(page)} pacotes na lista`}
        </p>
      </div>
      <Pager page={page} />
      <div className="mt-4 flex flex-wrap gap-3">
        <ExportLinks list="pacotes" />
      </div>
      {query.editar && (query.editar === 'novo' || edited) ? (
        <PackageDialog
          key={query.editar}
          pack={query.editar === 'novo' ? null : edited}
          categories={categories}
          onClose={close}
        />
      ) : null}
      {deleting ? <DeleteDialog key={deleting.id} impact={deleting} onClose={close} /> : null}
    </Page>
  );
}
