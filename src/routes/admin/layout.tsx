import { Outlet } from 'react-router';
import { SideRail } from '#features/site/components/side-rail.tsx';
import { SkipLink } from '#features/site/components/skip-link.tsx';
import { SiteHeader } from '#routes/site-header.tsx';

/**
 * The administrators' pages. Each page's own loader and action checks access: nested loaders run in parallel, so a
 * check here would protect nothing.
 */
export default function AdminLayout() {
  return (
    <>
      <SkipLink />
      <SiteHeader />
      <SideRail />
      <main
        id="conteudo"
        tabIndex={-1}
        className="pb-[calc(4rem+env(safe-area-inset-bottom)+var(--player-dock,0px))] outline-none md:pb-[var(--player-dock,0px)] md:pl-22"
      >
        <Outlet />
      </main>
    </>
  );
}
