import { useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { requireAdmin } from '#features/accounts/gates.server.ts';
import { isAdmin } from '#features/accounts/roles.ts';
import type { Waiting } from '#features/figures/model.ts';
import { countWaiting } from '#features/figures/queries.server.ts';
import { AdminLinks } from '#features/site/components/admin-links.tsx';
import { AdminRail } from '#features/site/components/admin-rail.tsx';
import { Railed } from '#features/site/components/railed.tsx';
import { SideRail } from '#features/site/components/side-rail.tsx';
import { appContext, viewerContext } from '#routes/app.server.ts';
import { revalidateRoot } from '#routes/revalidation.ts';
import { useRootData } from '#routes/root-data.ts';
import { SiteHeader } from '#routes/site-header.tsx';
import type { Route } from './+types/layout';

/** Null for the two pages that refuse other users with a text of their own (ADM-02). */
export async function loader({ context }: Route.LoaderArgs): Promise<Waiting | null> {
  const app = context.get(appContext);
  const viewer = await context.get(viewerContext)();
  if (!isAdmin(viewer?.user)) return null;
  // Badges are no reason to lose the page; news of the bell fetch them again.
  return countWaiting(app.db, requireAdmin(viewer), app.clock.now()).catch((error: unknown) => {
    app.log.error({ err: error }, 'contagens do painel não lidas');
    return { requests: 0, drafts: 0, failedImports: 0 };
  });
}

/** A walk loads only its page, whose failure leaves the rest; the counts are then fetched by themselves. */
export const shouldRevalidate = revalidateRoot;

/**
 * The administrators' pages. Each page's own loader and action checks access: nested loaders run in parallel, so a
 * check here would protect nothing.
 */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { viewer } = useRootData();
  const { waiting, refresh } = useWaiting(loaderData);
  return (
    <Railed
      header={<SiteHeader onNews={refresh} area={waiting && <AdminLinks waiting={waiting} look="wide" />} />}
      rail={waiting ? <AdminRail waiting={waiting} /> : <SideRail owner={viewer?.userId ?? null} />}
      isWide={waiting !== null}
    >
      <Outlet />
    </Railed>
  );
}

/** What the page was loaded with, until news of the bell brings newer counts. */
function useWaiting(loaded: Waiting | null): { waiting: Waiting | null; refresh(): void } {
  const [waiting, setWaiting] = useState(loaded);
  useEffect(() => setWaiting(loaded), [loaded]);
  const { pathname } = useLocation();
  const seen = useRef(pathname);
  const refresh = useCallback(() => {
    // Not by the router: a failure of this call must not replace the page.
    fetch('/functions/waiting')
      .then(async (answer) => {
        if (answer.ok) setWaiting((await answer.json()) as Waiting);
      })
      .catch(() => {});
  }, []);
  useEffect(() => {
    if (seen.current !== pathname) refresh();
    seen.current = pathname;
  }, [pathname, refresh]);
  return { waiting, refresh };
}
