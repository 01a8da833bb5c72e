import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import PackageOpen from 'lucide-react/icons/package-open';
import SearchX from 'lucide-react/icons/search-x';
import { useCallback, useMemo } from 'react';
import { data, useNavigation } from 'react-router';
import { signInAddress } from '#features/accounts/sign-in.ts';
import { PackageWall } from '#features/catalog/components/package-wall.tsx';
import { countPackages } from '#features/catalog/counts.ts';
import { type PackageCard, perStretch } from '#features/catalog/model.ts';
import { countCatalog } from '#features/catalog/queries.server.ts';
import { Hearts } from '#features/favorites/components/hearts.tsx';
import { listFavoriteIds } from '#features/favorites/queries.server.ts';
import { countFilters, type Filters, readFilters } from '#features/search/filters/model.ts';
import { type SearchPage as Found, searchPackages } from '#features/search/queries.server.ts';
import { longestTerm } from '#features/search/term.ts';
import { subscriberOf } from '#features/subscriptions/gates.server.ts';
import { formatCount } from '#platform/format.ts';
import { cutText } from '#platform/letters.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { ButtonLink } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import type { Route } from './+types/search';
import { freshness } from './access.server.ts';
import { FilterBar } from './parts/filter-bar.tsx';
import { ClearFilters, filterTexts } from './parts/filters-empty.tsx';
import { loadFailed } from './parts/load-failed.tsx';
import { PackageItem } from './parts/package-item.tsx';
import { TermBox } from './parts/term-box.tsx';
import { narrowingQuery, useStretchLoader } from './parts/use-stretch-loader.ts';
import { readViewMode, useViewMode, type ViewMode } from './parts/view-mode.ts';
import { ViewToggle } from './parts/view-toggle.tsx';

export const meta: Route.MetaFunction = (page) => {
  const { loaderData } = page;
  const term = loaderData && !loaderData.closed ? loaderData.term : '';
  const shown = cutText(term, 60);
  return shown
    ? pageHead(page, `${shown} · Busca`, `O que há na biblioteca para “${shown}”.`)
    : pageHead(page, 'Busca', 'Busque trilhas, efeitos sonoros, vinhetas e programetes.');
};

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Everyone signed in may search; without a plan results show only what a card shows (A-10, SRC-14). */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const viewer = await context.get(viewerContext)();
  const headers = freshness(request);
  if (!viewer) return data({ closed: true as const, signIn: signInAddress(url) }, { headers });
  const subscriber = subscriberOf(viewer);
  const query = url.searchParams;
  const term = query.get('q')?.trim() ?? '';
  const filters = readFilters(query, null);
  const [found, available, favorites] = await Promise.all([
    searchPackages(app, term, { offset: 0, limit: perStretch, filters }),
    countCatalog(app),
    subscriber ? listFavoriteIds(app.db, subscriber) : { packages: [], tracks: [] },
  ]);
  const view = readViewMode(request.headers.get('cookie'));
  return data(
    {
      closed: false as const,
      owner: viewer.user.userId,
      entitled: viewer.entitled,
      term: found.tooLong ? '' : term,
      filters,
      found,
      available: available.packages,
      favorites,
      view,
    },
    { headers },
  );
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.closed) return <SignedOut signIn={loaderData.signIn} />;
  return (
    <Hearts owner={loaderData.owner} ids={loaderData.favorites}>
      <Results {...loaderData} />
    </Hearts>
  );
}

function SignedOut({ signIn }: { signIn: string }) {
  return (
    <EmptyState
      as="h1"
      icon={<LockKeyhole aria-hidden="true" />}
      title="Acesso Restrito"
      text="Faça login para buscar pacotes."
      className="py-24"
    >
      <ButtonLink to={signIn} variant="primary">
        Fazer login
      </ButtonLink>
      <ButtonLink to="/" variant="ghost">
        Voltar ao início
      </ButtonLink>
    </EmptyState>
  );
}

interface ResultsProps {
  term: string;
  filters: Filters;
  found: Found;
  /** Number of packages searched. */
  available: number;
  entitled: boolean;
  view: ViewMode;
}

function Results({ term, filters, found, available, entitled, view }: ResultsProps) {
  const mode = useViewMode(view);
  const style = mode === 'list' ? 'list' : 'roomy';
  const isSearching = useNavigation().location?.pathname === '/search';
  const narrowing = narrowingQuery(term, filters);
  const load = useStretchLoader(null, null, narrowing);
  const sizes = useMemo(() => [found.total], [found.total]);
  const renderPackage = useCallback(
    (pack: PackageCard, { position, of }: { position: number; of: number }) => (
      <PackageItem
        key={pack.id}
        pack={pack}
        style={style}
        entitled={entitled}
        eager={position <= 4}
        position={position}
        of={of}
      />
    ),
    [style, entitled],
  );
  const isAsked = term !== '' || found.tooLong || countFilters(filters) > 0;
  return (
    <Page width="full">
      <PageHeader
        title="Buscar"
        lead={
          <span className="tabular-nums">
            {available === 1 ? '1 pacote disponível' : `${countPackages(available)} disponíveis`}
          </span>
        }
        className="mb-5"
      />
      <FilterBar
        kind={null}
        search={
          <TermBox
            label="Buscar pacotes"
            placeholder="Buscar trilhas, vinhetas, efeitos..."
            className="w-full min-w-0 md:max-w-xl"
          />
        }
        view={<ViewToggle mode={mode} />}
      />
      <p role="status" className="-mt-1 mb-5 min-h-5 text-sm text-muted tabular-nums">
        {isAsked
          ? `${formatCount(found.total)} resultado(s) encontrado(s)`
          : found.total > 0
            ? 'Do mais novo ao mais antigo'
            : null}
      </p>
      {found.total === 0 ? (
        <NothingFound isAsked={isAsked} tooLong={found.tooLong} filters={filters} />
      ) : (
        <h2 className="sr-only">Pacotes encontrados</h2>
      )}
      <div className={cx('transition duration-150', isSearching && 'opacity-60')}>
        <PackageWall
          listKey={`busca ${narrowing}`}
          style={style}
          sizes={sizes}
          first={found.cards}
          load={load}
          renderPackage={renderPackage}
        />
      </div>
    </Page>
  );
}

interface NothingFoundProps {
  isAsked: boolean;
  tooLong: boolean;
  filters: Filters;
}

function NothingFound({ isAsked, tooLong, filters }: NothingFoundProps) {
  const isFiltered = countFilters(filters) > 0;
  if (!isAsked) {
    return <EmptyState icon={<PackageOpen aria-hidden="true" />} title="Digite algo para buscar" />;
  }
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title="Nenhum resultado encontrado"
      text={
        tooLong
          ? `O texto da busca pode ter até ${formatCount(longestTerm)} caracteres.`
          : isFiltered
            ? filterTexts.nothing
            : 'Tente menos palavras, ou outra forma de dizer o mesmo.'
      }
    >
      {isFiltered ? <ClearFilters /> : null}
      <ButtonLink to="/search" replace>
        Ver todos os pacotes
      </ButtonLink>
    </EmptyState>
  );
}

export const ErrorBoundary = loadFailed({
  title: 'Erro ao carregar pacotes',
  unexpected: 'Não foi possível carregar a biblioteca.',
});
