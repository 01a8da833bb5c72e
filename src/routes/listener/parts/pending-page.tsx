import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
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
  if (path === '/category/efeitos-sonoros' || path === '/favorites') return <LinesShape />;
  if (path === '/search' || path.startsWith('/category/')) return <CardsShape />;
  if (path === '/profile' || path === '/minhas-gravacoes' || path === '/dashboard') return <SheetsShape />;
  return null;
}

const several = (count: number) => Array.from({ length: count }, (_, at) => at);

const Head = () => (
  <>
    <Skeleton className="h-9 w-72 max-w-full" />
    <Skeleton className="mt-4 h-5 w-40" />
  </>
);

const TilesShape = () => (
  <>
    <Head />
    <Skeleton className="mt-8 h-11 max-w-2xl rounded-md" />
    <div className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">
      {several(3).map((at) => (
        <Skeleton key={at} className="h-34 rounded-lg sm:h-44 lg:h-88" />
      ))}
    </div>
  </>
);

const CardsShape = () => (
  <>
    <Head />
    <Skeleton className="mt-6 h-11 max-w-md rounded-md" />
    <Skeleton className="mt-3 h-11 w-28 rounded-md md:hidden" />
    <div className="mt-8 grid grid-cols-2 gap-x-3 gap-y-6 sm:grid-cols-3 sm:gap-x-5 lg:grid-cols-4 xl:grid-cols-5">
      {several(10).map((at) => (
        <div key={at}>
          <Skeleton className="aspect-square rounded-md" />
          <Skeleton className="mt-3 h-4 w-3/4" />
        </div>
      ))}
    </div>
  </>
);

const LinesShape = () => (
  <>
    <Head />
    <Skeleton className="mt-6 mb-8 h-11 max-w-md rounded-md" />
    {several(9).map((at) => (
      <Skeleton key={at} className="mb-3 h-16 rounded-md" />
    ))}
  </>
);

const SheetsShape = () => (
  <div className="mx-auto max-w-3xl">
    <Head />
    {several(3).map((at) => (
      <Skeleton key={at} className="mt-6 h-44 rounded-lg" />
    ))}
  </div>
);

const PackageShape = () => (
  <>
    <div className="mt-8 grid grid-cols-[7rem_minmax(0,1fr)] gap-4 sm:grid-cols-[13rem_minmax(0,1fr)] sm:gap-8 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <Skeleton className="aspect-square rounded-lg" />
      <div className="self-end">
        <Skeleton className="h-5 w-32" />
        <Skeleton className="mt-3 h-10 w-4/5" />
        <Skeleton className="mt-4 h-5 w-full max-w-xl max-sm:hidden" />
        <Skeleton className="mt-6 h-11 w-64 rounded-md max-sm:hidden" />
      </div>
    </div>
    <Skeleton className="mt-8 h-56 rounded-lg" />
    {several(5).map((at) => (
      <Skeleton key={at} className="mt-3 h-14 rounded-md" />
    ))}
  </>
);
