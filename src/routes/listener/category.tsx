import ChevronRight from 'lucide-react/icons/chevron-right';
import { memo, type ReactNode } from 'react';
import { data, useNavigation } from 'react-router';
import { WallGrid, WallRoom } from '#features/catalog/components/wall-grid.tsx';
import { countPackages } from '#features/catalog/counts.ts';
import type { Kind } from '#features/catalog/kinds.ts';
import { kindFacts } from '#features/catalog/kinds.ts';
import { withLines } from '#features/catalog/lines.server.ts';
import type { Section } from '#features/catalog/model.ts';
import { listSections } from '#features/catalog/shelf/queries.server.ts';
import type { WallStyle } from '#features/catalog/wall.ts';
import { Hearts } from '#features/favorites/components/hearts.tsx';
import { withHearts } from '#features/favorites/queries.server.ts';
import { usePreload } from '#features/player/components/use-preload.ts';
import { countFilters, type Filters, noFilters, readFilters } from '#features/search/filters/model.ts';
import { narrowingOf } from '#features/search/queries.server.ts';
import { SubscriptionRequired } from '#features/subscriptions/components/subscription-required.tsx';
import { countTracks, formatCount } from '#platform/format.ts';
import { ButtonLink } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Page } from '#ui/page.tsx';
import { useIsPainted } from '#ui/use-is-painted.ts';
import type { Route } from './+types/category';
import { deny, freshness, openPage } from './access.server.ts';
import { categoryHead } from './parts/category-head.ts';
import { BesideFilters } from './parts/filter-column.tsx';
import { loadFailed } from './parts/load-failed.tsx';
import { NoCategories, NoPackages, NoSuchCategory } from './parts/nothing-here.tsx';
import { PackageItem } from './parts/package-item.tsx';
import { ShelfHead } from './parts/shelf-head.tsx';
import { narrowingQuery, useStretchLoader } from './parts/use-stretch-loader.ts';
import { readViewMode, useViewMode } from './parts/view-mode.ts';
import { kindOfPage } from './shelf.server.ts';

export const meta: Route.MetaFunction = categoryHead;

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader(args: Route.LoaderArgs) {
  const { app, viewer, subscriber } = await openPage(args);
  const { request, params, url } = args;
  const kind = await kindOfPage(app, url, params.slug);
  if (!subscriber) return deny({ app, viewer });
  const query = url.searchParams;
  const term = query.get('q')?.trim() ?? '';
  const filters = kind ? readFilters(query, kind) : noFilters;
  const view = readViewMode(request.headers.get('cookie'));
  const headers = freshness(request);
  if (!kind) {
    return data({ denied: false as const, kind, term, filters, view, owner: '' }, { status: 404, headers });
  }
  const found = await listSections(app, kind, await narrowingOf(app.db, term, filters));
  const hearted = await withHearts(app, subscriber, { packs: found.flatMap(({ first }) => first) });
  const isList = view === 'list' || kindFacts[kind].isListed;
  const packs = isList ? await withLines(app, hearted.packs, true) : hearted.packs;
  const packOf = new Map(packs.map((pack) => [pack.id, pack]));
  const sections = found.map((section) => ({
    ...section,
    first: section.first.flatMap(({ id }) => packOf.get(id) ?? []),
  }));
  return data(
    { denied: false as const, kind, term, filters, view, owner: subscriber.userId, sections },
    { headers },
  );
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.denied) return <SubscriptionRequired payment={loaderData.payment} />;
  if (!('sections' in loaderData)) return <NoSuchCategory />;
  return (
    <Hearts owner={loaderData.owner}>
      <CategoryShelf
        kind={loaderData.kind}
        sections={loaderData.sections}
        term={loaderData.term}
        filters={loaderData.filters}
        view={loaderData.view}
      />
    </Hearts>
  );
}

interface CategoryShelfProps {
  kind: Kind;
  sections: Section[];
  term: string;
  filters: Filters;
  view: 'cards' | 'list';
}

const CategoryShelf = memo(function CategoryShelf({
  kind,
  sections,
  term,
  filters,
  view,
}: CategoryShelfProps) {
  const mode = useViewMode(view);
  const style = kindFacts[kind].isListed || mode === 'list' ? 'list' : 'dense';
  const load = useStretchLoader(kind, null, narrowingQuery(term, filters));
  const isNarrowed = term !== '' || countFilters(filters) > 0;
  const shown = isNarrowed ? sections.filter((section) => section.packages > 0) : sections;
  const counts = {
    packages: sections.reduce((sum, section) => sum + section.packages, 0),
    tracks: sections.reduce((sum, section) => sum + section.tracks, 0),
  };
  const audible = sections.flatMap((section) => section.first).filter((pack) => pack.trackCount > 0);
  usePreload(
    audible.slice(0, 5).map((pack) => pack.id),
    { tracksEach: 5 },
  );
  return (
    <Page width="full">
      <ShelfHead kind={kind} back={{ to: '/library' }} counts={counts} term={term} mode={mode} load={load} />
      <BesideFilters kind={kind}>
        <Narrowing kind={kind}>
          {sections.length === 0 ? <NoCategories /> : null}
          {sections.length > 0 && shown.length === 0 ? <NoPackages term={term} filters={filters} /> : null}
          {shown.map((section, at) => (
            <ShelfSection
              key={section.id}
              section={section}
              style={style}
              isFirst={at === 0}
              seeAll={seeAllPath(kind, section.id, narrowingQuery(term, filters))}
            />
          ))}
        </Narrowing>
      </BesideFilters>
    </Page>
  );
});

/** Dimmed while a narrower list loads. */
function Narrowing({ kind, children }: { kind: Kind; children: ReactNode }) {
  const isNarrowing = useNavigation().location?.pathname === `/category/${kind}`;
  return (
    <div className={cx('grid gap-12 transition duration-150', isNarrowing && 'opacity-60')}>{children}</div>
  );
}

function seeAllPath(kind: Kind, sectionId: string, narrowing: string): string {
  return `/category/${kind}/all?${new URLSearchParams({ c: sectionId })}${narrowing && `&${narrowing}`}`;
}

interface ShelfSectionProps {
  section: Section;
  style: WallStyle;
  isFirst: boolean;
  seeAll: string;
}

/** A category: its first packages, and a link to all (CAT-14). Those below the fold follow the first paint. */
function ShelfSection({ section, style, isFirst, seeAll }: ShelfSectionProps) {
  const rest = section.packages - section.first.length;
  const isPainted = useIsPainted(false);
  return (
    <section aria-labelledby={section.id}>
      <div className="mb-4 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id={section.id} className="text-lg">
          {section.name}
        </h2>
        <p className="text-sm text-muted tabular-nums">
          {countPackages(section.packages)} · {countTracks(section.tracks)}
        </p>
      </div>
      {section.first.length === 0 ? <NoPackages /> : null}
      <WallRoom style={style} total={section.first.length}>
        {isFirst || isPainted ? (
          <WallGrid style={style}>
            {section.first.map((pack, at) => (
              <PackageItem key={pack.id} pack={pack} style={style} entitled eager={isFirst && at < 5} />
            ))}
          </WallGrid>
        ) : null}
      </WallRoom>
      {rest > 0 ? (
        <ButtonLink to={seeAll} className={style === 'list' ? 'mt-6' : 'mt-1'} prefetch="intent">
          VEJA TODOS MAIS... ({formatCount(rest)} restantes)
          <ChevronRight aria-hidden="true" />
        </ButtonLink>
      ) : null}
    </section>
  );
}

export const ErrorBoundary = loadFailed({
  title: 'Erro ao carregar pacotes',
  unexpected: 'Não foi possível carregar a biblioteca.',
  back: { to: '/library', label: 'Voltar para a biblioteca' },
});
