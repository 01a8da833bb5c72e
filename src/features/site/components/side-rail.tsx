import { memo } from 'react';
import { Link, useLocation, useNavigation } from 'react-router';
import { cx } from '#ui/cx.ts';
import { isLit, type ListenerAddress, listenerPage } from '../pages.ts';
import { RailSearch } from './rail-search.tsx';

/** The rail of the signed-in pages: left, on phones at the bottom, above the docked player (`--player-dock`). */
export const SideRail = memo(function SideRail({ owner }: { owner: string | null }) {
  return (
    <nav
      data-bar="tabs"
      aria-label="Navegação da biblioteca"
      className={cx(
        'fixed z-30 flex bg-surface',
        'inset-x-0 bottom-[var(--player-dock,0px)] h-16 px-1 max-md:grid max-md:grid-cols-[1fr_1fr_1fr_1fr_1.2fr] pb-[env(safe-area-inset-bottom)] shadow-[0_-1px_0_var(--color-line)]',
        'md:inset-y-0 md:right-auto md:h-auto md:w-(--rail) md:flex-col md:justify-start md:gap-1 md:px-1 md:py-4 md:shadow-[1px_0_0_var(--color-line)]',
      )}
    >
      <RailLink to="/" />
      <RailLink to="/library" />
      <RailLink to="/favorites" />
      {/* On phones it is in the menu: five entries fill the bar. */}
      <RailLink to="/projetos" className="max-md:hidden" />
      <RailSearch owner={owner} look={railItem} />
      <RailLink to="/profile" className="md:mt-auto" />
    </nav>
  );
});

function RailLink({ to, className }: { to: ListenerAddress; className?: string }) {
  const { pathname } = useLocation();
  // Highlights the target at once, for slow connections.
  const next = useNavigation().location?.pathname ?? pathname;
  const { label, icon: Icon } = listenerPage(to);
  return (
    <Link
      to={to}
      prefetch="intent"
      aria-current={isLit(to, pathname) ? 'page' : undefined}
      className={cx(railItem(isLit(to, next)), className)}
    >
      <Icon className="size-5" aria-hidden="true" />
      {label}
    </Link>
  );
}

const railItem = (active: boolean): string =>
  cx(
    'flex flex-col items-center justify-center gap-1 rounded-md md:px-1 py-2 text-xs font-medium whitespace-nowrap transition md:min-h-16',
    active ? 'bg-chosen text-accent' : 'text-muted hover:bg-fg/8 hover:text-fg',
  );
