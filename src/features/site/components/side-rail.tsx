import Heart from 'lucide-react/icons/heart';
import House from 'lucide-react/icons/house';
import Library from 'lucide-react/icons/library';
import Search from 'lucide-react/icons/search';
import User from 'lucide-react/icons/user';
import { type ComponentType, memo, type ReactNode } from 'react';
import { Link, useLocation, useNavigation } from 'react-router';
import { cx } from '#ui/cx.ts';
import { isActivePath } from '../rail.ts';
import { RailSearch } from './rail-search.tsx';

/** The rail of the signed-in pages: left, on phones at the bottom, above the docked player (`--player-dock`). */
export const SideRail = memo(function SideRail() {
  return (
    <nav
      aria-label="Navegação da biblioteca"
      className={cx(
        'fixed z-30 flex bg-surface/95 backdrop-blur-md',
        'inset-x-0 bottom-[var(--player-dock,0px)] h-16 px-1 max-md:grid max-md:grid-cols-[1fr_1fr_1fr_1fr_1.2fr] pb-[env(safe-area-inset-bottom)] shadow-[0_-1px_0_var(--color-line)]',
        'md:inset-y-0 md:top-(--head) md:right-auto md:bottom-0 md:h-auto md:w-22 md:flex-col md:justify-start md:gap-1 md:px-1 md:py-4 md:shadow-[1px_0_0_var(--color-line)]',
      )}
    >
      <RailLink to="/" icon={House}>
        Início
      </RailLink>
      <RailLink to="/library" icon={Library}>
        Biblioteca
      </RailLink>
      <RailLink to="/favorites" icon={Heart}>
        Favoritos
      </RailLink>
      <RailSearch icon={Search} className={railItem(false)} />
      <RailLink to="/profile" icon={User} className="md:mt-auto">
        Minha Conta
      </RailLink>
    </nav>
  );
});

interface RailLinkProps {
  to: string;
  icon: ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>;
  className?: string;
  children: ReactNode;
}

function RailLink({ to, icon: Icon, className, children }: RailLinkProps) {
  const { pathname } = useLocation();
  const active = isActivePath(to, pathname);
  // Highlights the target at once, for slow connections.
  const next = useNavigation().location?.pathname ?? pathname;
  return (
    <Link
      to={to}
      prefetch="intent"
      aria-current={active ? 'page' : undefined}
      className={cx(railItem(isActivePath(to, next)), className)}
    >
      <Icon className="size-5" aria-hidden="true" />
      {children}
    </Link>
  );
}

const railItem = (active: boolean): string =>
  cx(
    'flex flex-col items-center justify-center gap-1 rounded-md md:px-1 py-2 text-xs font-medium whitespace-nowrap transition md:min-h-16',
    active ? 'text-accent md:bg-accent/12' : 'text-muted hover:bg-fg/8 hover:text-fg',
  );
