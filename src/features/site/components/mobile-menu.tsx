import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { isAdmin } from '#features/accounts/roles.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { ThemeSwitch } from '#ui/theme-switch.tsx';
import type { NavViewer } from '../nav-viewer.ts';
import { menuPages } from '../pages.ts';
import { openPalette } from './palette-key.tsx';
import { SectionLink, sectionLinks } from './section-link.tsx';

export const menuId = 'menu-do-site';

interface MobileMenuProps {
  ref: Ref<HTMLDivElement>;
  viewer: NavViewer | null | undefined;
  area?: ReactNode;
  open: boolean;
  onOpen(open: boolean): void;
  onSignOut(): void;
  onLeave(): void;
}

const row =
  'flex min-h-12 w-full items-center rounded-sm px-3 text-base font-medium text-fg transition hover:bg-fg/8 text-left';

/**
 * The menu on a phone: sections, and the account's pages (NAV-13). A visitor's works without scripts; the longer one of
 * an account is drawn when it opens.
 */
export function MobileMenu({ ref, open, onOpen, ...content }: MobileMenuProps) {
  return (
    <div
      ref={ref}
      id={menuId}
      popover="auto"
      onBeforeToggle={({ newState }) => onOpen(newState === 'open')}
      className="inset-x-0 top-(--head) bottom-auto m-0 max-h-[calc(100dvh-var(--head))] w-auto animate-pop overflow-y-auto border-0 bg-surface p-3 text-fg shadow-lg md:hidden"
    >
      {open || content.viewer === null ? <MenuContent {...content} /> : null}
    </div>
  );
}

type MenuContentProps = Omit<MobileMenuProps, 'ref' | 'open' | 'onOpen'>;

function MenuContent({ viewer, area, onSignOut, onLeave }: MenuContentProps) {
  return (
    <>
      <nav aria-label="Menu">
        {area ? <div className="mb-3 pb-3 shadow-[0_1px_0_var(--color-line)]">{area}</div> : null}
        <ul>
          {sectionLinks.map((link) => (
            <li key={link.to}>
              <SectionLink {...link} className={row} onClick={onLeave} />
            </li>
          ))}
        </ul>
        {viewer ? <AccountLinks viewer={viewer} onSignOut={onSignOut} onLeave={onLeave} /> : null}
      </nav>
      {viewer === null ? (
        <ButtonLink to="/auth" variant="primary" size="lg" className="mt-3 w-full" onClick={onLeave}>
          Login
        </ButtonLink>
      ) : null}
    </>
  );
}

function AccountLinks({
  viewer,
  onSignOut,
  onLeave,
}: Omit<MenuContentProps, 'area'> & { viewer: NavViewer }) {
  const pages = [...menuPages, ...(isAdmin(viewer) ? [{ to: '/admin', label: 'Painel de Controle' }] : [])];
  return (
    <div className="mt-3 pt-3 shadow-[0_-1px_0_var(--color-line)]">
      <Link
        to="/dashboard"
        onClick={onLeave}
        className="flex items-center gap-3 rounded-sm px-3 py-2 hover:bg-fg/8"
      >
        <Avatar name={viewer.displayName} src={viewer.avatarUrl ?? undefined} />
        <span className="min-w-0">
          <span className="block truncate font-semibold">{viewer.displayName || 'Usuário'}</span>
          <span className="block truncate text-sm text-muted">{viewer.email}</span>
        </span>
      </Link>
      <ul className="mt-2">
        <li>
          <button
            type="button"
            className={row}
            onClick={() => {
              onLeave();
              openPalette();
            }}
          >
            Ir para…
          </button>
        </li>
        {pages.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} onClick={onLeave} className={row}>
              {label}
            </Link>
          </li>
        ))}
        <li className="flex items-center">
          <button
            type="button"
            className={row}
            onClick={() => {
              onLeave();
              onSignOut();
            }}
          >
            Sair
          </button>
          <ThemeSwitch className="shrink-0" />
        </li>
      </ul>
    </div>
  );
}
