import Settings2 from 'lucide-react/icons/settings-2';
import { data } from 'react-router';
import { isAdmin } from '#features/accounts/roles.ts';
import { LibraryTile } from '#features/catalog/components/library-tile.tsx';
import { countPackages } from '#features/catalog/counts.ts';
import { listTiles } from '#features/catalog/queries.server.ts';
import { searchPackages } from '#features/search/queries.server.ts';
import { listenerPage } from '#features/site/pages.ts';
import { getSiteContent } from '#features/site/queries.server.ts';
import { SubscriptionRequired } from '#features/subscriptions/components/subscription-required.tsx';
import { countTracks } from '#platform/format.ts';
import { pageHead } from '#routes/page-head.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import type { Route } from './+types/library';
import { deny, freshness, openPage } from './access.server.ts';
import { loadFailed } from './parts/load-failed.tsx';
import { Newest } from './parts/newest.tsx';

export const meta: Route.MetaFunction = (page) =>
  pageHead(
    page,
    listenerPage('/library').label,
    'Trilhas, efeitos sonoros, vinhetas e programetes para a sua rádio, por categoria.',
  );

/** One row of the widest list. */
const newestShown = 5;

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader(args: Route.LoaderArgs) {
  const { app, viewer, subscriber } = await openPage(args);
  if (!subscriber) return deny({ app, viewer });
  const [tiles, { category_images: images }, { cards: newest }] = await Promise.all([
    listTiles(app),
    getSiteContent(app),
    searchPackages(app, null, { offset: 0, limit: newestShown }),
  ]);
  return data(
    {
      denied: false as const,
      isAdmin: isAdmin(subscriber),
      newest,
      tiles: tiles.map(({ imageKey, ...tile }) => ({
        ...tile,
        imageUrl: (imageKey && images[imageKey]) ?? null,
      })),
    },
    { headers: freshness(args.request) },
  );
}

export default function LibraryPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.denied) return <SubscriptionRequired payment={loaderData.payment} />;
  const { tiles, newest, isAdmin } = loaderData;
  const packages = tiles.reduce((sum, tile) => sum + tile.packages, 0);
  const tracks = tiles.reduce((sum, tile) => sum + tile.tracks, 0);
  return (
    <Page width="full">
      <PageHeader
        title={listenerPage('/library').label}
        lead={
          <span className="tabular-nums">
            {countPackages(packages)} · {countTracks(tracks)}
          </span>
        }
        actions={
          isAdmin ? (
            <>
              <Badge tone="accent">Administrador</Badge>
              <ButtonLink to="/admin">
                <Settings2 aria-hidden="true" />
                Gerenciar Biblioteca
              </ButtonLink>
            </>
          ) : null
        }
      />
      <nav
        aria-label="Categorias"
        className="grid gap-3 sm:grid-cols-2 sm:gap-4 sm:max-lg:[&>:last-child:nth-child(odd)]:col-span-2 sm:max-lg:[&>:last-child:nth-child(odd)]:aspect-auto lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none lg:gap-6"
      >
        {tiles.map((tile) => (
          <LibraryTile key={tile.kind} tile={tile} />
        ))}
      </nav>
      <Newest cards={newest} />
    </Page>
  );
}

export const ErrorBoundary = loadFailed({
  title: 'Erro ao carregar categorias',
  unexpected: 'Não foi possível carregar a biblioteca.',
});
