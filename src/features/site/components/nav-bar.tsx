import Coins from 'lucide-react/icons/coins';
import MenuIcon from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { isAdmin } from '#features/accounts/roles.ts';
import { formatCount } from '#platform/format.ts';
import { ButtonLink, buttonLook, IconButton } from '#ui/button.tsx';
import { Logo } from '#ui/logo.tsx';
import { ThemeSwitch } from '#ui/theme-switch.tsx';
import type { NavViewer } from '../nav-viewer.ts';
import { AccountButton } from './account-button.tsx';
import { MobileMenu, menuId } from './mobile-menu.tsx';
import { SectionLink } from './section-link.tsx';

interface NavBarProps {
  siteName: string;
  /** null: a visitor; undefined: not known yet, so neither Login nor the menu is shown (NAV-05). */
  viewer: NavViewer | null | undefined;
  /** Balance of credits; null hides the number. */
  credits: number | null;
  onSignOut(): void;
  /** The notifications' bell, for administrators only (NAV-11). */
  bell?: ReactNode;
  /** Links of the part of the site that the page belongs to, first in a phone's menu. */
  area?: ReactNode;
  /** Beside the logo, from a tablet's width on: the sections of the site, or the search. */
  middle: ReactNode;
  /** One line under the bar. */
  notice?: ReactNode;
}

/** The bar at the top of every page: logo, sections of the landing page, and the account. */
export function NavBar({ siteName, viewer, credits, onSignOut, bell, area, middle, notice }: NavBarProps) {
  const { menu, open, setOpen } = useMenu();
  return (
    <header
      data-bar="head"
      className="sticky top-0 z-40 ml-(--rail) bg-ink shadow-[0_1px_0_var(--color-line)]"
    >
      <div className="page-edge flex h-16 items-center gap-2">
        <Link to="/" className="mr-auto rounded-sm py-2 md:mr-4" aria-label={`${siteName}, página inicial`}>
          <Logo name={siteName} />
        </Link>
        {middle}
        <div className="ml-auto flex items-center gap-2">
          {viewer ? <ThemeSwitch className="max-md:hidden" /> : null}
          {viewer && credits !== null ? <Credits balance={credits} /> : null}
          {isAdmin(viewer) ? bell : null}
          <div className="hidden md:block">
            <Account viewer={viewer} onSignOut={onSignOut} />
          </div>
          {viewer === null ? (
            <SectionLink
              to="/#planos"
              label="Assinar"
              className={buttonLook({ variant: 'primary', size: 'sm' })}
            />
          ) : null}
          <IconButton
            label={open ? 'Fechar menu' : 'Abrir menu'}
            className="md:hidden"
            popoverTarget={menuId}
          >
            {open ? <X /> : <MenuIcon />}
          </IconButton>
        </div>
      </div>
      {notice}
      <MobileMenu
        ref={menu}
        viewer={viewer}
        area={area}
        open={open}
        onOpen={setOpen}
        onSignOut={onSignOut}
        onLeave={() => menu.current?.hidePopover()}
      />
    </header>
  );
}

/** The phone's menu, which the browser opens and closes; a change of place closes it too. */
function useMenu() {
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const { pathname, hash } = useLocation();
  const place = pathname + hash;
  const seen = useRef(place);
  // It may have been opened before the page's scripts came.
  useEffect(() => setOpen(menu.current?.matches(':popover-open') ?? false), []);
  useEffect(() => {
    if (seen.current === place) return;
    seen.current = place;
    menu.current?.hidePopover();
  }, [place]);
  return { menu, open, setOpen };
}

function Account({ viewer, onSignOut }: Pick<NavBarProps, 'viewer' | 'onSignOut'>) {
  if (viewer === undefined) {
    return (
      <span role="status" className="block size-10 animate-pulse rounded-full bg-fg/12">
        <span className="sr-only">Carregando...</span>
      </span>
    );
  }
  if (viewer === null) {
    return (
      <ButtonLink to="/auth" size="sm">
        Login
      </ButtonLink>
    );
  }
  return <AccountButton viewer={viewer} onSignOut={onSignOut} />;
}

/** The balance beside the avatar, linked to the dashboard that explains it. */
function Credits({ balance }: { balance: number }) {
  return (
    <Link
      to="/dashboard"
      title="Seus créditos"
      className="flex h-9 touch:h-11 items-center gap-1.5 rounded-full bg-fg/8 px-3 text-sm font-semibold tabular-nums transition hover:bg-fg/12"
    >
      <Coins className="size-4 text-accent" aria-hidden="true" />
      {formatCount(balance)}
      <span className="sr-only">{balance === 1 ? 'crédito' : 'créditos'}</span>
    </Link>
  );
}
