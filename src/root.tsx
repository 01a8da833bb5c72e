import { lazy, Suspense, useState } from 'react';
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router';
import { SessionSync } from '#features/accounts/components/session-sync.tsx';
import { recallCredits } from '#features/credits/queries.server.ts';
import { ErrorPage } from '#features/site/components/error-page.tsx';
import { getMaintenance, getSiteContent } from '#features/site/queries.server.ts';
import { SubscriptionWatch } from '#features/subscriptions/components/subscription-watch.tsx';
import { themeScript } from '#platform/theme-script.ts';
import { appContext, viewerContext } from '#routes/app.server.ts';
import type { PageViewer, RootData } from '#routes/root-data.ts';
import { fontLinks } from '#ui/fonts.ts';
import { Toaster } from '#ui/toast.tsx';
import type { Route } from './+types/root';
import './app.css';

/** Loaded only when the site is closed. */
const MaintenanceGate = lazy(() =>
  import('#features/site/components/maintenance-gate.tsx').then((module) => ({
    default: module.MaintenanceGate,
  })),
);

export const links = () => fontLinks;

export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  const app = context.get(appContext);
  const viewer = await context.get(viewerContext)();
  const content = await getSiteContent(app);
  const pageViewer: PageViewer | null = viewer && {
    ...viewer.user,
    entitled: viewer.entitled,
    subscription: viewer.subscription,
  };
  return {
    viewer: pageViewer,
    credits: viewer ? (await recallCredits(app, viewer)).balance : null,
    site: {
      name: app.settings.SITE_NAME,
      description: content.site_settings.description,
      keywords: content.site_settings.keywords,
      faviconUrl: content.site_settings.favicon || '/favicon.svg',
      publicUrl: app.settings.PUBLIC_URL,
    },
  };
}

/**
 * Maintenance mode, before any loader or action runs: everyone but an administrator gets 503 and the message.
 */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context }, next) => {
    const app = context.get(appContext);
    const { enabled, title, subtitle } = await getMaintenance(app);
    if (!enabled) return next();
    const viewer = await context.get(viewerContext)();
    if (viewer?.user.role === 'admin') return next();
    const message: MaintenanceMessage = {
      maintenance: true,
      siteName: app.settings.SITE_NAME,
      title,
      subtitle,
    };
    throw data(message, { status: 503, headers: { 'Retry-After': '300', 'Cache-Control': 'no-store' } });
  },
];

interface MaintenanceMessage {
  maintenance: true;
  siteName: string;
  title: string;
  subtitle: string;
}

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<RootData>('root');
  const site = data?.site;
  return (
    <html lang="pt-BR" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; no input reaches it */}
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        <Meta />
        {site?.keywords ? <meta name="keywords" content={site.keywords} /> : null}
        {site?.description ? <meta name="description" content={site.description} /> : null}
        <link rel="icon" href={site?.faviconUrl ?? '/favicon.svg'} />
        <Links />
      </head>
      <body>
        {children}
        <Player listener={data && (data.viewer?.entitled ? data.viewer.userId : null)} />
        <Toaster />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

const PlayerHost = lazy(() =>
  import('#features/player/components/player-host.tsx').then((module) => ({ default: module.PlayerHost })),
);

/** The player's place, from the first moment somebody may hear; visitors load nothing of it. */
function Player({ listener }: { listener: string | null | undefined }) {
  const [isWanted, setWanted] = useState(Boolean(listener));
  if (listener && !isWanted) setWanted(true);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <PlayerHost listener={listener} />
    </Suspense>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { viewer } = loaderData;
  return (
    <>
      <Outlet />
      <SessionSync signedIn={viewer !== null} />
      {viewer ? <SubscriptionWatch waiting={!viewer.entitled} /> : null}
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.data?.maintenance) {
    return (
      <Suspense>
        <MaintenanceGate {...(error.data as MaintenanceMessage)} />
      </Suspense>
    );
  }
  if (isRouteErrorResponse(error)) {
    const message = typeof error.data?.message === 'string' ? error.data.message : undefined;
    return <ErrorPage status={error.status} message={message} />;
  }
  return <ErrorPage status={500} />;
}
