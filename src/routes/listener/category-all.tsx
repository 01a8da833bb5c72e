import { useCallback, useMemo } from 'react';
import { data, useNavigation } from 'react-router';
import { PackageWall } from '#features/catalog/components/package-wall.tsx';
import { countPackages } from '#features/catalog/counts.ts';
import { type Kind, kindFacts } from '#features/catalog/kinds.ts';
import { withLines } from '#features/catalog/lines.server.ts';
import { type PackageCard, perStretch, type ShelfPage } from '#features/catalog/model.ts';
import { listCategories } from '#features/catalog/queries.server.ts';
import { listShelf } from '#features/catalog/shelf/queries.server.ts';
import { Hearts } from '#features/favorites/components/hearts.tsx';
import { withHearts } from '#features/favorites/queries.server.ts';
import { type Filters, readFilters } from '#features/search/filters/model.ts';
import { narrowingOf } from '#features/search/queries.server.ts';
import { SubscriptionRequired } from '#features/subscriptions/components/subscription-required.tsx';
import { elementAt } from '#platform/elements.ts';
import { countTracks } from '#platform/format.ts';
import { cx } from '#ui/cx.ts';
import { Page } from '#ui/page.tsx';
import type { Route } from './+types/category-all';
import { deny, freshness, openPage } from './access.server.ts';
import { categoryHead } from './parts/category-head.ts';
import { BesideFilters } from './parts/filter-column.tsx';
import { loadFailed } from './parts/load-failed.tsx';
import { NoCategories, NoPackages, NoSuchCategory } from './parts/nothing-here.tsx';
import { PackageItem } from './parts/package-item.tsx';
import { ShelfHead } from './parts/shelf-head.tsx';
import { narrowingQuery, useStretchLoader } from './parts/use-stretch-loader.ts';
import { readViewMode, useViewMode, type ViewMode } from './parts/view-mode.ts';
import { kindOfPage } from './shelf.server.ts';

export const meta: Route.MetaFunction = categoryHead;

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader(args: Route.LoaderArgs) {
  const { app, viewer, subscriber } = await openPage(args);
  const { request, params, url } = args;
  const kind = await kindOfPage(app, url, params.slug);
  if (!subscriber) return deny({ app, viewer });
  const query = url.searchParams;
  const categoryId = query.get('c') || null;
  const homes = kind ? await listCategories(app, kind) : [];
  const home = homes.find((category) => category.id === categoryId) ?? null;
  const headers = freshness(request);
  if (!kind || (categoryId && !home)) {
    return data({ denied: false as const, kind: null }, { status: 404, headers });
  }
  const term = query.get('q')?.trim() ?? '';
  const filters = readFilters(query, kind);
  const narrowing = await narrowingOf(app.db, term, filters);
  const found = await listShelf(app, { kind, categoryId, offset: 0, limit: perStretch }, narrowing);
  const { packs } = await withHearts(app, subscriber, { packs: found.cards });
  const view = readViewMode(request.headers.get('cookie'));
  const isList = view === 'list' || kindFacts[kind].isListed;
  const page = { ...found, cards: isList ? await withLines(app, packs, true) : packs };
  const isEmpty = homes.length === 0;
  return data(
    {
      denied: false as const,
      kind,
      term,
      filters,
      view,
      owner: subscriber.userId,
      page,
      home,
      isEmpty,
    },
    { headers },
  );
}

export default function CategoryAllPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.denied) return <SubscriptionRequired payment={loaderData.payment} />;
  if (!loaderData.kind) return <NoSuchCategory />;
  return (
    <Hearts owner={loaderData.owner}>
      <WholeShelf {...loaderData} />
    </Hearts>
  );
}

interface WholeShelfProps {
  kind: Kind;
  term: string;
  filters: Filters;
  view: ViewMode;
  page: ShelfPage;
  /** The only section shown; null: all. */
  home: { id: string; name: string } | null;
  isEmpty: boolean;
}

function WholeShelf({ kind, term, filters, view, page, home, isEmpty }: WholeShelfProps) {
  const mode = useViewMode(view);
  const style = kindFacts[kind].isListed || mode === 'list' ? 'list' : 'dense';
  const isNarrowing = useNavigation().location?.pathname === `/category/${kind}/all`;
  const narrowing = narrowingQuery(term, filters);
  const load = useStretchLoader(kind, home?.id ?? null, narrowing, style === 'list');
  const sizes = useMemo(() => page.sections.map((section) => section.packages), [page]);
  const renderPackage = useCallback(
    (pack: PackageCard, place: { position: number; of: number }) => (
      <PackageItem key={pack.id} pack={pack} style={style} entitled {...place} />
    ),
    [style],
  );
  return (
    <Page width="full">
      <ShelfHead
        kind={kind}
        section={home}
        back={{ to: `/category/${kind}`, label: kindFacts[kind].title }}
        counts={page}
        term={term}
        mode={mode}
        load={load}
      />
      <BesideFilters kind={kind} section={home?.id}>
        {isEmpty ? <NoCategories /> : null}
        {page.packages === 0 && !isEmpty ? <NoPackages term={term} filters={filters} /> : null}
        <div className={cx('transition duration-150', isNarrowing && 'opacity-60')}>
          <PackageWall
            listKey={`${kind} ${home?.id ?? ''} ${style} ${narrowing}`}
            style={style}
            sizes={sizes}
            first={page.cards}
            load={load}
            renderPackage={renderPackage}
            renderHeading={home ? undefined : (at) => <SectionHeading {...elementAt(page.sections, at)} />}
          />
        </div>
      </BesideFilters>
    </Page>
  );
}

/** Its height must match wall.ts. */
function SectionHeading({ name, packages, tracks }: { name: string; packages: number; tracks: number }) {
  return (
    <div className="flex h-18 items-center gap-x-3">
      <h2 className="truncate text-lg">{name}</h2>
      <p className="shrink-0 text-sm text-muted tabular-nums">
        {countPackages(packages)} · {countTracks(tracks)}
      </p>
    </div>
  );
}

export const ErrorBoundary = loadFailed({
  title: 'Erro ao carregar pacotes',
  unexpected: 'Não foi possível carregar a biblioteca.',
  back: { to: '/library', label: 'Voltar para a biblioteca' },
});
