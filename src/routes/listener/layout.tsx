import { Outlet } from 'react-router';
import { SideRail } from '#features/site/components/side-rail.tsx';
import { SkipLink } from '#features/site/components/skip-link.tsx';
import { useRootData } from '#routes/root-data.ts';
import { SiteHeader } from '#routes/site-header.tsx';
import { cx } from '#ui/cx.ts';
import { PendingPage } from './parts/pending-page.tsx';

/** Bar above, rail at the side or, on phones, below; leaves room for both and the player (`--player-dock`). */
export default function ListenerLayout() {
  const { viewer } = useRootData();
  return (
    <>
      <SkipLink />
      <SiteHeader />
      {viewer ? <SideRail /> : null}
      <main
        id="conteudo"
        tabIndex={-1}
        className={cx(
          'outline-none',
          viewer
            ? 'pb-[calc(4rem+env(safe-area-inset-bottom)+var(--player-dock,0px))] md:pb-[var(--player-dock,0px)] md:pl-22'
            : 'pb-[var(--player-dock,0px)]',
        )}
      >
        <Outlet />
        <PendingPage />
      </main>
    </>
  );
}
