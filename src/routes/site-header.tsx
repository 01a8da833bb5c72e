import { lazy, Suspense } from 'react';
import { useNavigation } from 'react-router';
import { isAdmin } from '#features/accounts/roles.ts';
import { NavBar } from '#features/site/components/nav-bar.tsx';
import { useSignOut } from '#features/site/components/use-sign-out.ts';
import { useRootData } from '#routes/root-data.ts';

/** Only administrators load it. */
const NotificationBell = lazy(() =>
  import('#features/notifications/components/bell.tsx').then((module) => ({
    default: module.NotificationBell,
  })),
);

export function SiteHeader() {
  const { viewer, credits, site } = useRootData();
  const { signOut, leaving } = useSignOut();
  const { formAction } = useNavigation();
  const changing = leaving || formAction?.startsWith('/auth');
  return (
    <NavBar
      siteName={site.name}
      viewer={changing ? undefined : viewer}
      credits={credits}
      onSignOut={signOut}
      bell={
        isAdmin(viewer) ? (
          <Suspense>
            <NotificationBell />
          </Suspense>
        ) : null
      }
    />
  );
}
