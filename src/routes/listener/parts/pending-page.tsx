import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { wallGrids } from '#features/catalog/components/wall-grid.tsx';
import { factsOfKind } from '#features/catalog/kinds.ts';
import type { WallStyle } from '#features/catalog/wall.ts';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** Milliseconds before the skeleton of a loading page is shown. */
const patience = 250;

/** The skeleton of a slowly loading page; it covers the old one, which keeps its scroll position. */
export function PendingPage() {
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname ?? pathname;
  const shape = next === pathname ? null : shapeOf(next);
  const [late, setLate] = useState<string | null>(null);
  const isAwaited = shape !== null;
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setTimeout(() => setLate(next), patience);
    return () => {
      clearTimeout(timer);
      setLate(null);
    };
  }, [isAwaited, next]);
  if (!shape || late !== next) return null;
  return (
    <div
      role="status"
      className="fixed inset-0 top-16 z-20 animate-fade-in overflow-hidden bg-ink md:left-22"
    >
      <span className="sr-only">Carregando...</span>
      <Page width="full">{shape}</Page>
    </div>
  );
}

function shapeOf(path: string): ReactNode {
  if (path === '/library') return <TilesShape />;
  if (path.startsWith('/package/')) return <PackageShape />;
  if (path === '/favorites') return <FavoritesShape />;
  if (path === '/search') return <SearchShape />;
  const slug = /^\/category\/([^/]+)/.exec(path)?.[1];
  if (slug) return <ShelfShape isList={factsOfKind(slug)?.isListed ?? false} />;
  if (path === '/projetos') return <ProjectsShape />;
  if (path.startsWith('/projetos/')) return <ProjectShape />;
  if (path === '/dashboard') return <DashboardShape />;
  if (path === '/profile') return <ProfileShape />;
  if (path === '/minhas-gravacoes') return <RequestsShape />;
  if (path === '/meus-downloads') return <DownloadsShape />;
  return null;
}

const several = (count: number) => Array.from({ length: count }, (_, at) => at);

/** As high as PageHeader; `back` with its way back. */
const Head = ({ back = false, close = false }) => (
  <div className={close ? 'mb-4 sm:mb-5' : 'mb-4 sm:mb-8'}>
    {back ? <Skeleton className="h-9 w-20 sm:mb-2 touch:h-11" /> : null}
    <Skeleton className="h-7.25 w-72 max-w-full sm:h-9" />
    <Skeleton className="mt-1 h-5.25 w-40 sm:mt-2 sm:h-6.25" />
  </div>
);

/** As high as FilterBar. */
const Bar = () => (
  <div className="mb-4 flex gap-2 md:mb-6">
    <Skeleton className="h-11 min-w-0 flex-1 rounded-md md:max-w-md" />
    <Skeleton className="h-11 w-24 rounded-md md:ml-auto" />
  </div>
);

/** Results beside the column of filters. */
const Beside = ({ children }: { children: ReactNode }) => (
  <div className="xl:grid xl:grid-cols-[14rem_minmax(0,1fr)] xl:gap-x-8">
    <div className="grid content-start gap-4 pt-2 max-xl:hidden">
      {several(9).map((at) => (
        <Skeleton key={at} className="h-5" />
      ))}
    </div>
    <div className="min-w-0">{children}</div>
  </div>
);

const Wall = ({ style }: { style: WallStyle }) => (
  <div className="@container">
    <div className={wallGrids[style]}>
      {several(style === 'list' ? 9 : 10).map((at) =>
        style === 'list' ? (
          <Skeleton key={at} className="h-14 rounded-md" />
        ) : (
          <div key={at}>
            <Skeleton className="aspect-square rounded-md" />
            <Skeleton className="mt-3 h-4 w-3/4" />
          </div>
        ),
      )}
    </div>
  </div>
);

const TilesShape = () => (
  <>
    <Head />
    <div className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3 lg:gap-6">
      {several(3).map((at) => (
        <Skeleton key={at} className="h-34 rounded-lg sm:h-44 lg:h-88" />
      ))}
    </div>
  </>
);

const ShelfShape = ({ isList }: { isList: boolean }) => (
  <>
    <Head back close />
    <Bar />
    <Beside>
      <Skeleton className="mb-4 h-7 w-64 max-w-full" />
      <Wall style={isList ? 'list' : 'dense'} />
    </Beside>
  </>
);

const SearchShape = () => (
  <>
    <Head close />
    <Bar />
    <Beside>
      <Skeleton className="mb-4 h-11 max-w-sm rounded-md" />
      <Skeleton className="mb-4 h-5 w-40" />
      <Wall style="roomy" />
    </Beside>
  </>
);

const FavoritesShape = () => (
  <>
    <Head />
    <Skeleton className="mb-4 h-5 w-64 max-w-full" />
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,26rem),1fr))] gap-x-4 gap-y-2">
      {several(9).map((at) => (
        <Skeleton key={at} className="h-27 rounded-lg sm:h-20" />
      ))}
    </div>
  </>
);

/** Lines below each other. */
const Lines = ({ count, look }: { count: number; look: string }) =>
  several(count).map((at) => <Skeleton key={at} className={look} />);

const ProjectsShape = () => (
  <>
    <Head />
    <Skeleton className="mb-5 h-10 w-48" />
    <div className="grid gap-2 lg:grid-cols-2">
      <Lines count={4} look="h-17 rounded-md sm:h-19" />
    </div>
  </>
);

const ProjectShape = () => (
  <>
    <Head back close />
    <Skeleton className="mb-8 h-11 max-w-4xl rounded-md max-sm:h-25" />
    <Lines count={5} look="mb-1 h-34 rounded-md lg:h-23" />
  </>
);

const DashboardShape = () => (
  <div className="max-w-7xl">
    <Head />
    <div className="grid gap-5 md:grid-cols-2">
      <Lines count={2} look="h-52 rounded-lg" />
    </div>
    <div className="mt-5 grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-5">
      <Lines count={3} look="h-20 rounded-lg last:max-sm:col-span-full sm:h-25" />
    </div>
    <Skeleton className="mt-12 mb-4 h-6 w-40" />
    <Lines count={3} look="mb-1 h-14 rounded-md" />
  </div>
);

const ProfileShape = () => (
  <div className="max-w-3xl">
    <Head back />
    <Skeleton className="mb-6 h-11 w-91 max-w-full rounded-md" />
    <Lines count={2} look="mb-5 h-101 rounded-lg" />
  </div>
);

const RequestsShape = () => (
  <div className="max-w-3xl">
    <Head back />
    <Lines count={3} look="mb-4 h-39 rounded-lg" />
  </div>
);

const DownloadsShape = () => (
  <div className="max-w-7xl">
    <Head back />
    <Skeleton className="mb-6 h-11 rounded-md" />
    <Lines count={6} look="mb-1 h-16 rounded-md" />
  </div>
);

const PackageShape = () => (
  <>
    <Skeleton className="mb-4 h-9 w-20 max-sm:-mt-2 max-sm:mb-1" />
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-4 sm:grid-cols-[13rem_minmax(0,1fr)] sm:gap-8 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <Skeleton className="aspect-square rounded-lg" />
      <div className="self-end">
        <Skeleton className="h-5 w-32" />
        <Skeleton className="mt-3 h-10 w-4/5" />
        <Skeleton className="mt-4 h-5 w-full max-w-xl max-sm:hidden" />
        <Skeleton className="mt-6 h-11 w-64 rounded-md max-sm:hidden" />
      </div>
    </div>
    <div className="sm:hidden">
      <Skeleton className="mt-4.5 h-13" />
      <Skeleton className="mt-14.5 h-6 w-4/5" />
      <Skeleton className="mt-6.5 h-11 rounded-md" />
    </div>
    <Skeleton className="mt-4 h-61.5 rounded-lg sm:mt-8 sm:h-65" />
    <Skeleton className="mt-10 mb-4 h-8 w-56" />
    {several(5).map((at) => (
      <Skeleton key={at} className="mt-1 h-14 rounded-md max-sm:h-24" />
    ))}
  </>
);
