import AudioLines from 'lucide-react/icons/audio-lines';
import Music from 'lucide-react/icons/music';
import PackageX from 'lucide-react/icons/package-x';
import { useEffect, useMemo } from 'react';
import { data, redirect, useSearchParams } from 'react-router';
import { isAdmin } from '#features/accounts/roles.ts';
import { RelatedCard } from '#features/catalog/components/related-card.tsx';
import { isDownloadable } from '#features/catalog/kinds.ts';
import type { PackageCard, TrackRow as Track } from '#features/catalog/model.ts';
import { findPackage, listTracks } from '#features/catalog/pack/queries.server.ts';
import { toQueue } from '#features/catalog/queue.ts';
import { bringRememberedCredits } from '#features/credits/bring-credits.server.ts';
import { CueLine } from '#features/cues/components/cue-line.tsx';
import { TrackCueMarks } from '#features/cues/components/cue-marks.tsx';
import { prepareAddress } from '#features/delivery/model.ts';
import { DeskButton } from '#features/desk/components/desk-button.tsx';
import { DownloadAllButton } from '#features/downloads/components/download-all-button.tsx';
import { FavoritePackageButton } from '#features/favorites/components/favorite-package-button.tsx';
import { Hearts } from '#features/favorites/components/hearts.tsx';
import { withHearts } from '#features/favorites/queries.server.ts';
import { isWaiting } from '#features/ingestion/draft-queries.server.ts';
import { PlayerBar } from '#features/player/components/player-bar.tsx';
import { usePackagePage, useTrackOfAddress } from '#features/player/components/use-package-page.ts';
import { player } from '#features/player/store.ts';
import { AddPackageButton } from '#features/projects/components/add-button.tsx';
import { RequestButton } from '#features/recordings/components/request-button.tsx';
import { listRelated } from '#features/search/similar/related.server.ts';
import { SubscriptionRequired } from '#features/subscriptions/components/subscription-required.tsx';
import type { App } from '#routes/app.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import { useIsPainted } from '#ui/use-is-painted.ts';
import type { Route } from './+types/package';
import { deny, freshness, openPage } from './access.server.ts';
import { packageList } from './parts/desk-lists.ts';
import { loadFailed } from './parts/load-failed.tsx';
import { PackageHead } from './parts/package-head.tsx';
import { TrackRow } from './parts/track-row.tsx';

export const meta: Route.MetaFunction = (page) => {
  const { loaderData } = page;
  const title = loaderData && !loaderData.denied ? loaderData.pack.title : 'Pacote';
  return pageHead(page, title, `As faixas de ${title}, para ouvir antes de usar.`);
};

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader(args: Route.LoaderArgs) {
  const { app, viewer, subscriber } = await openPage(args);
  if (!subscriber) return deny({ app, viewer });
  const pack = await findPackage(app, args.params.id);
  if (!pack && isAdmin(viewer.user) && (await isWaiting(app.db, args.params.id)))
    throw redirect('/admin/rascunhos');
  if (!pack) throw data({ message: 'Pacote não encontrado' }, { status: 404 });
  const [tracks, related, credits] = await Promise.all([
    readTracks(app, pack.id),
    listRelated(app, pack),
    isDownloadable(pack.kind) ? null : bringRememberedCredits(app, viewer),
  ]);
  const hearted = await withHearts(app, subscriber, { packs: [pack], tracks: tracks ?? [] });
  return data(
    {
      denied: false as const,
      owner: subscriber.userId,
      pack: hearted.packs[0] ?? pack,
      tracks: tracks && hearted.tracks,
      related,
      credits,
    },
    { headers: freshness(args.request) },
  );
}

/** Null when the read fails: the page says so and shows the rest (PKG-17). */
async function readTracks(app: App, packageId: string): Promise<Track[] | null> {
  try {
    return await listTracks(app, packageId);
  } catch (error) {
    app.log.error({ err: error, packageId }, 'as faixas de um pacote não puderam ser lidas');
    return null;
  }
}

export default function PackagePage({ loaderData }: Route.ComponentProps) {
  if (loaderData.denied) return <SubscriptionRequired payment={loaderData.payment} />;
  const { pack, related, owner, credits } = loaderData;
  const tracks = loaderData.tracks ?? [];
  const downloadable = isDownloadable(pack.kind);
  return (
    <Hearts owner={owner}>
      <Page key={pack.id} width="full">
        <PackageHead pack={{ ...pack, trackCount: tracks.length }}>
          {credits ? <RequestButton pack={pack} credits={credits} /> : null}
          <FavoritePackageButton pack={pack} />
          {tracks.length > 0 ? <AddPackageButton what={{ packageId: pack.id }} name={pack.title} /> : null}
          {downloadable && tracks.length > 0 ? (
            <DownloadAllButton
              path={`/package/${pack.id}/zip`}
              title={pack.title}
              sizes={tracks.map((track) => track.size)}
            />
          ) : null}
          {downloadable && tracks.length > 0 ? (
            <ButtonLink to={prepareAddress('package', pack.id)}>
              <AudioLines aria-hidden="true" />
              <span className="max-sm:sr-only">Preparar para o ar</span>
            </ButtonLink>
          ) : null}
        </PackageHead>
        <Sound pack={pack} tracks={tracks} failed={loaderData.tracks === null} />
        <Related packs={related} />
      </Page>
    </Hearts>
  );
}

/** Below the fold: rendered after the first paint, and not sent with the document. */
function Related({ packs }: { packs: PackageCard[] }) {
  if (!useIsPainted(false) || packs.length === 0) return null;
  return (
    <section aria-labelledby="relacionados" className="mt-14">
      <h2 id="relacionados" className="mb-4 text-2xl">
        Pacotes relacionados
      </h2>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-6 sm:grid-cols-3 sm:gap-x-5 xl:grid-cols-6">
        {packs.map((pack) => (
          <li key={pack.id}>
            <RelatedCard pack={pack} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Rows that fit on a screen; rendered first. The document has room for the others. */
const rowsAtOnce = 10;

/** Tracks whose sound is prefetched with the page: a finger does not hover before it plays one. */
const heardFirst = 3;

interface SoundProps {
  pack: Parameters<typeof toQueue>[0];
  tracks: Track[];
  failed: boolean;
}

/** The player and the tracks. `?track=` starts one of them (PKG-12, PKG-13). */
function Sound({ pack, tracks, failed }: SoundProps) {
  const queue = useMemo(() => toQueue(pack, tracks), [pack, tracks]);
  const isPainted = useIsPainted(false);
  const first = isPainted ? tracks : tracks.slice(0, rowsAtOnce);
  const rest = tracks.length - first.length;
  usePackagePage(pack.id);
  useEffect(() => player.widen(queue), [queue]);
  useEffect(() => {
    const likely = queue.tracks.slice(0, heardFirst).map(({ id }) => ({ trackId: id, from: 0 }));
    return isPainted ? player.prepareAll(likely) : undefined;
  }, [queue, isPainted]);
  const [params] = useSearchParams();
  useTrackOfAddress(queue, params.get('track'));

  return (
    <>
      <PlayerBar
        queue={queue}
        over={(track) => <TrackCueMarks track={track} kind={queue.kind} />}
        under={(track) => <CueLine track={track} queue={queue} />}
        className="mt-4 sm:mt-8"
      />
      <section aria-labelledby="faixas" className="mt-10">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 id="faixas" className="text-2xl tabular-nums">
            Arquivos de Áudio ({tracks.length})
          </h2>
          {tracks.length > 0 ? <DeskButton list={() => packageList(queue)} /> : null}
        </div>
        {tracks.length === 0 ? (
          <EmptyState
            as="h3"
            icon={<Music aria-hidden="true" />}
            title={failed ? 'Erro ao carregar arquivos' : 'Nenhum arquivo de áudio encontrado neste pacote.'}
            text={failed ? 'Atualize a página para tentar de novo.' : undefined}
          />
        ) : (
          <ul className="-mx-2 grid gap-1 [--row:7.8rem] sm:-mx-3 sm:[--row:7.2rem] lg:[--row:3.75rem]">
            {first.map((track) => (
              <TrackRow key={track.id} track={track} queue={queue} downloadable={isDownloadable(pack.kind)} />
            ))}
            {rest > 0 ? <li aria-hidden="true" style={{ height: `calc(${rest} * var(--row))` }} /> : null}
          </ul>
        )}
      </section>
    </>
  );
}

export const ErrorBoundary = loadFailed({
  title: 'Erro ao carregar pacote',
  unexpected: 'Não foi possível carregar o pacote.',
  back: { to: '/library', label: 'Voltar para a biblioteca' },
  missing: {
    icon: <PackageX aria-hidden="true" />,
    title: 'Pacote não encontrado',
    text: 'Ele pode ter sido retirado da biblioteca.',
    to: '/library',
    label: 'Voltar para a biblioteca',
  },
});
