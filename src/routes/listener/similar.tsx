import AudioWaveform from 'lucide-react/icons/audio-waveform';
import SearchX from 'lucide-react/icons/search-x';
import type { ReactNode } from 'react';
import { data, isRouteErrorResponse, Link } from 'react-router';
import { signInAddress } from '#features/accounts/sign-in.ts';
import { type Kind, kindOfSlug } from '#features/catalog/kinds.ts';
import { DeskButton } from '#features/desk/components/desk-button.tsx';
import { Hearts } from '#features/favorites/components/hearts.tsx';
import { withHearts } from '#features/favorites/queries.server.ts';
import { similarShown, timbreFromText } from '#features/search/similar/model.ts';
import { findLike, findSimilar } from '#features/search/similar/queries.server.ts';
import type { FoundTrack } from '#features/search/tracks/model.ts';
import { subscriberOf, type Viewer } from '#features/subscriptions/gates.server.ts';
import { isId } from '#platform/ids.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import { pageHead } from '#routes/page-head.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import type { Route } from './+types/similar';
import { freshness } from './access.server.ts';
import { similarList } from './parts/desk-lists.ts';
import { FoundTrackRow } from './parts/found-track.tsx';
import { loadFailed } from './parts/load-failed.tsx';
import { OwnSound } from './parts/own-sound.tsx';
import { KindChoice } from './parts/search-views.tsx';
import { SignInFirst } from './parts/sign-in-first.tsx';

export const meta: Route.MetaFunction = (page) => {
  const { loaderData, error } = page;
  const track = loaderData?.closed === false ? loaderData.track : null;
  const isUnknown = isRouteErrorResponse(error) && error.status === 404;
  const title = isUnknown ? 'Faixa não encontrada' : `Sons parecidos${track ? ` com ${track.name}` : ''}`;
  return pageHead(page, title, 'Faixas que soam como outra, ou como um áudio seu.');
};

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** /parecidos/{track}, /parecidos?som={timbre}&tipo={kind} of one's own file, or nothing yet. As open as the search. */
export async function loader({ context, request, params, url }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const viewer = await context.get(viewerContext)();
  const headers = freshness(request);
  if (!viewer) return data({ closed: true as const, signIn: signInAddress(url) }, { headers });
  const found = params.id
    ? await likeTrack(app, viewer, params.id)
    : await likeSound(app, viewer, url.searchParams);
  const { owner, entitled } = { owner: viewer.user.userId, entitled: viewer.entitled };
  return data({ closed: false as const, owner, entitled, ...found }, { headers });
}

interface Found {
  /** Null: one's own sound, or nothing yet. */
  track: FoundTrack | null;
  kind: Kind | null;
  /** Null: there is nothing to compare with. */
  tracks: FoundTrack[] | null;
}

async function likeTrack(app: App, viewer: Viewer, id: string): Promise<Found> {
  const asked = { limit: similarShown, withPeaks: viewer.entitled };
  const found = isId(id) ? await findLike(app, id, asked) : null;
  if (!found) throw data({ message: 'Faixa não encontrada' }, { status: 404 });
  const { track } = found;
  const shown = await withHearts(app, subscriberOf(viewer), { tracks: [track, ...(found.tracks ?? [])] });
  const [own = track, ...tracks] = shown.tracks;
  return { track: own, kind: null, tracks: found.tracks && tracks };
}

async function likeSound(app: App, viewer: Viewer, query: URLSearchParams): Promise<Found> {
  const kind = kindOfSlug(query.get('tipo') ?? '');
  const timbre = timbreFromText(query.get('som') ?? '');
  if (!timbre) return { track: null, kind, tracks: null };
  const found = await findSimilar(app, { timbre, kind, limit: similarShown, withPeaks: viewer.entitled });
  const { tracks } = await withHearts(app, subscriberOf(viewer), { tracks: found });
  return { track: null, kind, tracks };
}

export default function SimilarPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.closed)
    return <SignInFirst signIn={loaderData.signIn} text="Faça login para encontrar sons parecidos." />;
  const { owner, entitled, track, kind, tracks } = loaderData;
  return (
    <Hearts owner={owner}>
      <Page width="full">
        <PageHeader
          title="Sons parecidos"
          lead={track ? <Lead track={track} /> : 'Faixas que soam como um áudio seu.'}
          className="mb-5"
        />
        {track ? <Rows label="A faixa comparada" tracks={[track]} entitled={entitled} /> : <OwnSound />}
        {track === null && tracks ? (
          <div className="mt-6 flex">
            <KindChoice kind={kind} />
          </div>
        ) : null}
        {tracks && tracks.length > 0 ? (
          <Rows label="Da mais parecida à menos parecida" tracks={tracks} entitled={entitled} isShown>
            {entitled ? <DeskButton list={() => similarList(track?.name ?? null, tracks)} /> : null}
          </Rows>
        ) : null}
        {tracks?.length === 0 ? (
          <Nothing
            icon={<SearchX aria-hidden="true" />}
            title="Nenhum som parecido"
            text="A biblioteca ainda não tem outra faixa deste tipo."
          />
        ) : null}
        {track && !tracks ? (
          <Nothing
            icon={<AudioWaveform aria-hidden="true" />}
            title="Ainda não dá para comparar"
            text="Esta faixa ainda não foi analisada, ou só tem silêncio."
          />
        ) : null}
        {track ? (
          <div className="mt-10">
            <OwnSound />
          </div>
        ) : null}
      </Page>
    </Hearts>
  );
}

const Lead = ({ track }: { track: FoundTrack }) => (
  <>
    Como “{track.name}”, de{' '}
    <Link to={`/package/${track.packageId}?track=${track.id}`} className="rounded-xs underline hover:text-fg">
      {track.packageTitle}
    </Link>
  </>
);

interface RowsProps {
  label: string;
  tracks: FoundTrack[];
  entitled: boolean;
  /** The label is a heading in sight. */
  isShown?: boolean;
  /** Beside the heading. */
  children?: ReactNode;
}

function Rows({ label, tracks, entitled, isShown = false, children }: RowsProps) {
  return (
    <section aria-label={label} className={isShown ? 'mt-8' : 'rounded-md bg-surface'}>
      {isShown ? (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg">{label}</h2>
          {children}
        </div>
      ) : null}
      <ul className="grid gap-1">
        {tracks.map((track) => (
          <li key={track.id}>
            <FoundTrackRow track={track} entitled={entitled} isCompared={!isShown} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NothingProps {
  icon: ReactNode;
  title: string;
  text: string;
}

const Nothing = (words: NothingProps) => (
  <EmptyState {...words}>
    <ButtonLink to="/search">Buscar por palavras</ButtonLink>
  </EmptyState>
);

export const ErrorBoundary = loadFailed({
  title: 'Erro ao carregar sons parecidos',
  unexpected: 'Não foi possível carregar os sons parecidos.',
  back: { to: '/search', label: 'Ir para a busca' },
  missing: {
    icon: <SearchX aria-hidden="true" />,
    title: 'Faixa não encontrada',
    text: 'Ela pode ter sido retirada da biblioteca.',
    to: '/search',
    label: 'Buscar por palavras',
  },
});
