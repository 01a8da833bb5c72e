import BellIcon from 'lucide-react/icons/bell';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useNavigation } from 'react-router';
import { isAdmin } from '#features/accounts/roles.ts';
import type { NotificationBellProps } from '#features/notifications/components/bell.tsx';
import { HeadSearch } from '#features/site/components/head-search.tsx';
import { NavBar } from '#features/site/components/nav-bar.tsx';
import { PaletteButton, PaletteKey } from '#features/site/components/palette-key.tsx';
import { SectionNav } from '#features/site/components/section-link.tsx';
import { useSignOut } from '#features/site/components/use-sign-out.ts';
import { hasOwnSearch } from '#features/site/rail.ts';
import { type PageViewer, useRootData } from '#routes/root-data.ts';
import { IconButton } from '#ui/button.tsx';

interface SiteHeaderProps {
  /** Called when something happened that administrators may want to know. */
  onNews?: () => void;
  /** Links of the part of the site that the page belongs to, for a phone's menu. */
  area?: ReactNode;
}

export function SiteHeader({ onNews, area }: SiteHeaderProps) {
  const { viewer, credits, isClosed, site } = useRootData();
  const { signOut, leaving } = useSignOut();
  const { formAction } = useNavigation();
  const changing = leaving || formAction?.startsWith('/auth');
  return (
    <>
      {viewer ? <PaletteKey owner={viewer.userId} /> : null}
      <NavBar
        siteName={site.name}
        viewer={changing ? undefined : viewer}
        credits={credits}
        onSignOut={signOut}
        area={area}
        middle={<Middle viewer={viewer} />}
        notice={isClosed ? <ClosedNotice /> : null}
        bell={isAdmin(viewer) ? <Bell onNews={onNews} /> : null}
      />
    </>
  );
}

/**
 * Only administrators load the bell's code. Until it is loaded, a button stands in its place and remembers a click:
 * React drops clicks on a part that the server has rendered and whose code is still loading.
 */
function Bell({ onNews }: Pick<SiteHeaderProps, 'onNews'>) {
  const [Loaded, setLoaded] = useState<ComponentType<NotificationBellProps> | null>(null);
  const [isClicked, setClicked] = useState(false);
  useEffect(() => {
    import('#features/notifications/components/bell.tsx').then(
      (module) => setLoaded(() => module.NotificationBell),
      () => {},
    );
  }, []);
  if (Loaded) return <Loaded onNews={onNews} isOpenAtFirst={isClicked} />;
  return (
    <IconButton label="Notificações" aria-haspopup="menu" onClick={() => setClicked(true)}>
      <BellIcon aria-hidden="true" />
    </IconButton>
  );
}

const sectionLook =
  'flex items-center rounded-sm px-3 py-2 touch:min-h-11 text-sm font-medium text-muted transition hover:bg-fg/8 hover:text-fg';

/** Signed-in users get the search here, and the sections at the end of the page (decision 038). */
function Middle({ viewer }: { viewer: PageViewer | null }) {
  const { pathname } = useLocation();
  if (viewer && pathname !== '/')
    return hasOwnSearch(pathname) ? <PaletteButton /> : <HeadSearch owner={viewer.userId} />;
  return <SectionNav className="hidden md:block" linkClass={sectionLook} />;
}

/** Reminds administrators, on every page, that nobody else can enter. */
function ClosedNotice() {
  return (
    <p
      data-site-closed
      className="flex h-10 items-center justify-center gap-x-3 bg-accent px-4 text-sm font-medium text-on-accent"
    >
      <span className="truncate">O site está fechado: só administradores entram.</span>
      <Link to="/admin" className="shrink-0 rounded-xs py-2 font-semibold underline underline-offset-4">
        Abrir o site
      </Link>
    </p>
  );
}
