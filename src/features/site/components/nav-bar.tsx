import Coins from 'lucide-react/icons/coins';
import MenuIcon from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { isAdmin } from '#features/accounts/roles.ts';
import { formatCount } from '#platform/format.ts';
import { ButtonLink, buttonLook, IconButton } from '#ui/button.tsx';
import { Logo } from '#ui/logo.tsx';
import { ThemeSwitch } from '#ui/theme-switch.tsx';
import type { NavViewer } from '../nav-viewer.ts';
import { AccountButton } from './account-button.tsx';
import { MobileMenu } from './mobile-menu.tsx';
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
  const toggle = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useMenu(toggle);
  return (
    <header
      data-bar="head"
      className="sticky top-0 z-40 ml-(--rail) bg-ink/85 shadow-[0_1px_0_var(--color-line)] backdrop-blur-md"
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
            ref={toggle}
            label={open ? 'Fechar menu' : 'Abrir menu'}
            className="md:hidden"
            aria-expanded={open}
            aria-controls="menu-do-site"
            onClick={() => setOpen(!open)}
          >
            {open ? <X /> : <MenuIcon />}
          </IconButton>
        </div>
      </div>
      {notice}
      {open ? (
        <MobileMenu viewer={viewer} area={area} onSignOut={onSignOut} onLeave={() => setOpen(false)} />
      ) : null}
    </header>
  );
}

/** Whether the phone's menu is open; closed by Escape and by a change of place. */
function useMenu(toggle: RefObject<HTMLButtonElement | null>) {
  const [open, setOpen] = useState(false);
  const { pathname, hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of place closes the menu
  useEffect(() => setOpen(false), [pathname, hash]);
  useEffect(() => {
    if (!open) return;
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      toggle.current?.focus();
    };
    document.addEventListener('keydown', closeByKey);
    return () => document.removeEventListener('keydown', closeByKey);
  }, [open, toggle]);
  return [open, setOpen] as const;
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
