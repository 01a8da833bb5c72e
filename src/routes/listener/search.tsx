import AudioWaveform from 'lucide-react/icons/audio-waveform';
import PackageOpen from 'lucide-react/icons/package-open';
import SearchX from 'lucide-react/icons/search-x';
import { useEffect } from 'react';
import { data, useNavigation } from 'react-router';
import { signInAddress } from '#features/accounts/sign-in.ts';
import { countPackages } from '#features/catalog/counts.ts';
import { type Kind, kindOfSlug } from '#features/catalog/kinds.ts';
import { withLines } from '#features/catalog/lines.server.ts';
import { perStretch } from '#features/catalog/model.ts';
import { countCatalog } from '#features/catalog/queries.server.ts';
import { DeskButton } from '#features/desk/components/desk-button.tsx';
import { Hearts } from '#features/favorites/components/hearts.tsx';
import { withHearts } from '#features/favorites/queries.server.ts';
import { countFilters, type Filters, readFilters } from '#features/search/filters/model.ts';
import { type SearchPage as Found, searchPackages } from '#features/search/queries.server.ts';
import { longestTerm } from '#features/search/term.ts';
import {
  foundTotal,
  readTrackOrder,
  type TrackOrder,
  type TrackPage,
} from '#features/search/tracks/model.ts';
import { searchTracks } from '#features/search/tracks/queries.server.ts';
import { isNear } from '#features/search/upkeep/near.ts';
import { readSearchTerm } from '#features/search/words/reading-queries.server.ts';
import { toldOf } from '#features/search/words/told.ts';
import { plain } from '#features/search/words/typos.ts';
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
import { foundList } from './parts/desk-lists.ts';
import { FilterBar } from './parts/filter-bar.tsx';
import { BesideFilters } from './parts/filter-column.tsx';
import { ClearFilters, filterTexts } from './parts/filters-empty.tsx';
import { FoundPackages } from './parts/found-packages.tsx';
import { FoundTracks, useTrackLoader } from './parts/found-tracks.tsx';
import { type ListView, listViews, readListView } from './parts/list-view.ts';
import { loadFailed } from './parts/load-failed.tsx';
import { SearchNotes, SearchViews } from './parts/search-views.tsx';
import { SignInFirst } from './parts/sign-in-first.tsx';
import { TermBox } from './parts/term-box.tsx';
import { narrowingQuery } from './parts/use-stretch-loader.ts';
import { readViewMode, useViewMode } from './parts/view-mode.ts';
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
  const query = url.searchParams;
  const term = query.get('q')?.trim() ?? '';
  const filters = readFilters(query, null);
  const kind = kindOfSlug(query.get('tipo') ?? '');
  const order = readTrackOrder(query.get('ordem'));
  const reading = await readSearchTerm(app, term);
  const narrowed = { offset: 0, limit: perStretch, filters, kind };
  const [hits, sounds, available] = await Promise.all([
    searchPackages(app, term, narrowed),
    searchTracks(app, reading, { ...narrowed, order, withPeaks: viewer.entitled }),
    countCatalog(app),
  ]);
  const shown = readListView(query.get('ver')) ?? likelyView(term, hits, sounds);
  // Of the other list its length is shown.
  const seen = shown === 'pacotes' ? { packs: hits.cards } : { tracks: sounds.tracks };
  const hearted = await withHearts(app, subscriberOf(viewer), seen);
  const view = readViewMode(request.headers.get('cookie'));
  const packs = view === 'list' ? await withLines(app, hearted.packs, viewer.entitled) : hearted.packs;
  return data(
    {
      closed: false as const,
      owner: viewer.user.userId,
      entitled: viewer.entitled,
      term: hits.tooLong ? '' : term,
      filters,
      kind,
      order,
      reading: reading && toldOf(reading, sounds.dropped),
      found: { ...hits, cards: packs },
      tracks: { ...sounds, tracks: hearted.tracks },
      shown,
      available: available.packages,
      view,
    },
    { headers },
  );
}

/** What is shown first: packages without a term or with one that names them, else the tracks. */
function likelyView(term: string, { cards: [best] }: Found, { total }: TrackPage): ListView {
  const title = plain(best?.title ?? '');
  const isNamed = plain(term)
    .split(/\s+/)
    .every((word) => title.includes(word));
  return isNamed || total === 0 ? 'pacotes' : 'faixas';
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.closed)
    return <SignInFirst signIn={loaderData.signIn} text="Faça login para buscar pacotes." />;
  return (
    <Hearts owner={loaderData.owner}>
      <Results {...loaderData} />
    </Hearts>
  );
}

type ResultsProps = Extract<Route.ComponentProps['loaderData'], { closed: false }>;

function Results(props: ResultsProps) {
  const { term, filters, found, tracks, shown, kind, order, available, entitled, view } = props;
  const mode = useViewMode(view);
  const query = trackQuery(term, filters, kind, order);
  const load = useTrackLoader(query);
  const isSearching = useNavigation().location?.pathname === '/search';
  const isAsked = term !== '' || found.tooLong || countFilters(filters) > 0 || kind !== null;
  const total = shown === 'faixas' ? tracks.total : found.total;
  useMiss(
    term,
    term !== '' &&
      (tracks.total + found.total === 0 || isNear(tracks, found)) &&
      countFilters(filters) === 0 &&
      kind === null,
  );
  return (
    <Page width="full">
      <PageHeader
        title="Buscar"
        lead={
          <span className="tabular-nums">
            {available === 1 ? '1 pacote disponível' : `${countPackages(available)} disponíveis`}
          </span>
        }
        actions={
          <ButtonLink to="/parecidos">
            <AudioWaveform aria-hidden="true" />
            Parecidos com o meu
          </ButtonLink>
        }
        className="mb-5"
      />
      <FilterBar
        kind={null}
        of={shown}
        search={
          <TermBox
            label="Buscar pacotes"
            placeholder="Buscar trilhas, vinhetas, efeitos..."
            className="w-full min-w-0 md:max-w-xl"
          />
        }
        view={
          <>
            {shown === 'pacotes' ? <ViewToggle mode={mode} /> : null}
            {entitled && tracks.total > 0 ? (
              <DeskButton
                list={() => foundList(term, tracks, load)}
                className={shown === 'faixas' ? 'md:ml-auto' : ''}
              />
            ) : null}
          </>
        }
      />
      <BesideFilters kind={null} of={shown}>
        <SearchViews
          shown={shown}
          totals={{
            faixas: foundTotal(tracks.total, term !== ''),
            pacotes: foundTotal(found.total, term !== ''),
          }}
          kind={kind}
          order={order}
        />
        <div role="status" className="mb-4 min-h-5 text-sm text-muted tabular-nums">
          <p>
            {isAsked
              ? `${foundTotal(total, term !== '')} resultado(s) encontrado(s)`
              : total > 0 && (shown === 'pacotes' || order === 'relevancia' || order === 'novas')
                ? 'Do mais novo ao mais antigo'
                : null}
          </p>
          <SearchNotes reading={props.reading} dropped={total > 0 ? tracks.dropped : []} />
        </div>
        {total === 0 ? (
          <NothingFound isAsked={isAsked} tooLong={found.tooLong} filters={filters} />
        ) : (
          <h2 className="sr-only">{listViews[shown].label}</h2>
        )}
        <div className={cx('transition duration-150', isSearching && 'opacity-60')}>
          {shown === 'faixas' ? (
            <FoundTracks query={query} page={tracks} entitled={entitled} />
          ) : (
            <FoundPackages
              term={term}
              filters={filters}
              kind={kind}
              found={found}
              mode={mode}
              entitled={entitled}
            />
          )}
        </div>
      </BesideFilters>
    </Page>
  );
}

function trackQuery(term: string, filters: Filters, kind: Kind | null, order: TrackOrder): string {
  const query = new URLSearchParams(narrowingQuery(term, filters));
  if (kind) query.set('kind', kind);
  query.set('ordem', order);
  return query.toString();
}

interface NothingFoundProps {
  isAsked: boolean;
  tooLong: boolean;
  filters: Filters;
}

/** Debounce in milliseconds: a term without results is reported only after it has stayed unchanged for so long. */
const restOfTyping = 3000;

/** Tells the site what is searched without success, or found only nearly. */
function useMiss(term: string, isMiss: boolean) {
  useEffect(() => {
    if (!isMiss) return;
    const tell = () =>
      fetch('/functions/search-misses', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ q: term }),
        keepalive: true,
      }).catch(() => {});
    const timer = setTimeout(() => void tell(), restOfTyping);
    return () => clearTimeout(timer);
  }, [term, isMiss]);
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
            : 'Tente com menos palavras ou com outras.'
      }
    >
      {isFiltered ? <ClearFilters /> : null}
      <ButtonLink to="/search" replace variant="primary">
        Ver todos os pacotes
      </ButtonLink>
    </EmptyState>
  );
}

export const ErrorBoundary = loadFailed({
  title: 'Erro ao carregar pacotes',
  unexpected: 'Não foi possível carregar a biblioteca.',
});
