import Download from 'lucide-react/icons/download';
import Heart from 'lucide-react/icons/heart';
import { useMemo } from 'react';
import { data } from 'react-router';
import { DeskButton } from '#features/desk/components/desk-button.tsx';
import { queueOfOne } from '#features/desk/model.ts';
import { FavoritePackageItem } from '#features/favorites/components/favorite-package-item.tsx';
import { FavoriteTrackItem } from '#features/favorites/components/favorite-track-item.tsx';
import { Hearts } from '#features/favorites/components/hearts.tsx';
import { useKept } from '#features/favorites/components/use-kept.ts';
import {
  type FavoritePackage,
  type Favorites,
  type FavoriteTrack,
  favoriteTexts,
} from '#features/favorites/model.ts';
import { listFavorites } from '#features/favorites/queries.server.ts';
import { CardPlayButton } from '#features/player/components/card-play-button.tsx';
import { PlayButton } from '#features/player/components/play-button.tsx';
import { downloadTrack } from '#features/player/download.ts';
import { useIsCurrent } from '#features/player/store.ts';
import { listenerPage } from '#features/site/pages.ts';
import { SubscriptionRequired } from '#features/subscriptions/components/subscription-required.tsx';
import { formatTotal } from '#platform/list.ts';
import { readPlace } from '#platform/place.ts';
import { pageHead } from '#routes/page-head.ts';
import { ButtonLink, IconButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { Pager } from '#ui/pager.tsx';
import type { Route } from './+types/favorites';
import { deny, openPage } from './access.server.ts';
import { savedList } from './parts/desk-lists.ts';
import { LoadFailed } from './parts/load-failed.tsx';
import { RowWave } from './parts/track-row.tsx';

export const meta: Route.MetaFunction = (page) =>
  pageHead(page, listenerPage('/favorites').label, 'Os pacotes e as faixas que você guardou.');

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Names of the two lists in the URL. */
const lists = { package: 'pacotes', track: 'faixas' };

export async function loader(args: Route.LoaderArgs) {
  const { app, viewer, subscriber } = await openPage(args);
  if (!subscriber) return deny({ app, viewer });
  const query = args.url.searchParams;
  const places = { package: readPlace(query, lists.package), track: readPlace(query, lists.track) };
  const favorites = await listFavorites(app.db, subscriber, places);
  const headers = { 'Cache-Control': 'private, no-store' };
  return data({ denied: false as const, owner: subscriber.userId, favorites }, { headers });
}

export default function FavoritesPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.denied)
    return (
      <SubscriptionRequired
        payment={loaderData.payment}
        text="Com um plano, você guarda aqui os pacotes e as faixas que mais usa, e ouve e baixa daqui mesmo."
      />
    );
  const { owner, favorites } = loaderData;
  return (
    <Hearts owner={owner}>
      <Saved owner={owner} favorites={favorites} />
    </Hearts>
  );
}

function Saved({ owner, favorites }: { owner: string; favorites: Favorites }) {
  const { packages, tracks, pages } = useKept(owner, favorites);
  return (
    <Page width="full">
      <PageHeader title="Favoritos" lead="O que você guardou, do mais novo ao mais antigo." />
      {pages.package.total + pages.track.total === 0 ? (
        <EmptyState
          icon={<Heart aria-hidden="true" />}
          title="Nenhuma favorita ainda"
          text="Toque no coração de um pacote ou de uma faixa para guardar aqui."
        >
          <ButtonLink to="/library" variant="primary">
            Ir para a biblioteca
          </ButtonLink>
        </EmptyState>
      ) : (
        <div className="grid gap-12">
          <section aria-labelledby="pacotes">
            <h2 id="pacotes" className="mb-4 text-lg tabular-nums">
              Meus Pacotes Favoritos ({formatTotal(pages.package)})
            </h2>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,26rem),1fr))] gap-x-4 gap-y-2">
              {packages.map((pack) => (
                <SavedPackage key={pack.packageId} pack={pack} />
              ))}
            </ul>
            {pages.package.total === 0 ? <None>Nenhum pacote guardado.</None> : null}
            <Pager page={pages.package} list={lists.package} label="Páginas de pacotes" />
          </section>
          <section aria-labelledby="faixas">
            <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
              <h2 id="faixas" className="text-lg tabular-nums">
                Minhas Faixas Favoritas ({formatTotal(pages.track)})
              </h2>
              {tracks.some(({ available }) => available) ? (
                <DeskButton list={() => savedList(tracks)} />
              ) : null}
            </div>
            <ul className="grid gap-1">
              {tracks.map((track) => (
                <SavedTrack key={track.trackId} track={track} />
              ))}
            </ul>
            {pages.track.total === 0 ? <None>Nenhuma faixa guardada.</None> : null}
            <Pager page={pages.track} list={lists.track} label="Páginas de faixas" />
          </section>
        </div>
      )}
    </Page>
  );
}

function SavedPackage({ pack }: { pack: FavoritePackage }) {
  const { packageId, title, trackCount, available } = pack;
  const play = (
    <CardPlayButton
      packageId={packageId}
      title={title}
      trackCount={trackCount ?? 0}
      size="sm"
      variant="quiet"
    />
  );
  return <FavoritePackageItem pack={pack} play={available && trackCount ? play : null} />;
}

function SavedTrack({ track }: { track: FavoriteTrack }) {
  const { packageId, trackId: id, name } = track;
  const isCurrent = useIsCurrent(packageId, id);
  const queue = useMemo(() => savedList([track]).tracks.map(queueOfOne)[0], [track]);
  const sound = queue?.tracks[0];
  const slots = {
    isCurrent,
    play: queue ? <PlayButton name={name} queue={queue} trackId={id} size="sm" variant="quiet" /> : null,
    wave: queue && sound ? <RowWave queue={queue} track={sound} isCurrent={isCurrent} /> : null,
    download: (
      <IconButton label={`Baixar ${name}`} onClick={() => void downloadTrack({ id, name }, 'page')}>
        <Download aria-hidden="true" />
      </IconButton>
    ),
  };
  return <FavoriteTrackItem track={track} slots={slots} />;
}

const None = ({ children }: { children: string }) => <p className="text-sm text-muted">{children}</p>;

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailed error={error} title={favoriteTexts.error} unexpected={favoriteTexts.notLoaded} always />;
}
