import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  redirect,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import { SessionSync } from '#features/accounts/components/session-sync.tsx';
import { isAdmin } from '#features/accounts/roles.ts';
import { readSignIn } from '#features/accounts/sign-in.ts';
import { awaitsAdmin } from '#features/accounts/sign-in-admin.server.ts';
import { bringRememberedCredits } from '#features/credits/bring-credits.server.ts';
import { ErrorPage } from '#features/site/components/error-page.tsx';
import { defaultSettings } from '#features/site/defaults.ts';
import { getSiteContent } from '#features/site/queries.server.ts';
import { sharePathOf } from '#features/site/sharing.server.ts';
import { SubscriptionWatch } from '#features/subscriptions/components/subscription-watch.tsx';
import { earlyClicksScript, takeEarlyClicks } from '#platform/early-clicks.ts';
import { shownEmail } from '#platform/email.server.ts';
import { themeScript } from '#platform/theme-script.ts';
import { type App, appContext, viewerContext } from '#routes/app.server.ts';
import { ConnectionLost, isConnectionLost } from '#routes/connection-lost.tsx';
import { keepPage } from '#routes/keep-page.ts';
import { PageFocus } from '#routes/page-focus.tsx';
import { revalidateRoot } from '#routes/revalidation.ts';
import type { PageViewer, RootData } from '#routes/root-data.ts';
import { SiteHead } from '#routes/site-head.tsx';
import { UnfinishedWalk } from '#routes/unfinished-walk.tsx';
import { recallPage, WayBack } from '#routes/way-back.ts';
import { fontLinks } from '#ui/fonts.ts';
import { Toaster } from '#ui/toast.tsx';
import type { Route } from './+types/root';
import './app.css';

/** Loaded only during maintenance. */
const MaintenanceGate = lazy(() =>
  import('#features/site/components/maintenance-gate.tsx').then((module) => ({
    default: module.MaintenanceGate,
  })),
);

export const links = () => fontLinks;

export async function loader({ context, url }: Route.LoaderArgs): Promise<RootData> {
  const app = context.get(appContext);
  const viewer = await context.get(viewerContext)();
  const pageViewer: PageViewer | null = viewer && {
    ...viewer.user,
    email: shownEmail(viewer.user.email),
    entitled: viewer.entitled,
    subscription: viewer.subscription,
  };
  return {
    viewer: pageViewer,
    credits: viewer ? (await bringRememberedCredits(app, viewer)).balance : null,
    isClosed: isAdmin(viewer?.user) && (await getSiteContent(app)).maintenance_mode.enabled,
    site: await readSite(app, url),
  };
}

export const shouldRevalidate = revalidateRoot;

/** @param url of a page, or of the sign-in on the way to it: who gets a subscriber's address sees what it is about */
async function readSite(app: App, url: URL): Promise<RootData['site']> {
  const { site_settings: stored } = await getSiteContent(app);
  return {
    name: app.settings.SITE_NAME,
    description: stored.description,
    savedDescription: stored.description === defaultSettings.description ? null : stored.description,
    keywords: stored.keywords,
    faviconUrl: stored.favicon || '/favicon.svg',
    publicUrl: app.settings.PUBLIC_URL,
    shareImage: await sharePathOf(app, app.settings.SITE_NAME, readSignIn(url.href)?.next ?? url.pathname),
  };
}

/** Where an administrator sets up the required second step, and the sign-out. */
/** Whoever holds a certificate can check it at any time. */
const certificatePage = /^\/certificado\/[0-9a-z]+$/;
const setUpPages = /^\/(profile(\/meus-dados)?|auth\/sair)$/;

/**
 * Runs before any loader or action: redirects administrators without a required second step to its setup, and during
 * maintenance answers everyone but administrators with 503 and the message (A-61), except for certificates and the
 * second step of an administrator's sign-in.
 */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, request, url }, next) => {
    const app = context.get(appContext);
    const viewer = await context.get(viewerContext)();
    if (viewer?.user.secondStep === 'required') {
      if (setUpPages.test(url.pathname)) return next();
      throw redirect('/profile?aba=seguranca');
    }
    const { enabled, title, subtitle } = (await getSiteContent(app)).maintenance_mode;
    if (!enabled || isAdmin(viewer?.user) || certificatePage.test(url.pathname)) return next();
    if (url.pathname === '/auth/confirmar' && (await awaitsAdmin(app, request))) return next();
    const message: MaintenanceMessage = {
      maintenance: true,
      site: await readSite(app, url),
      title,
      subtitle,
    };
    // The server adds Retry-After and no-store: the router drops headers of an error thrown here.
    throw data(message, { status: 503 });
  },
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPage, recallPage];

interface MaintenanceMessage {
  maintenance: true;
  site: RootData['site'];
  title: string;
  subtitle: string;
}

const toMaintenance = (error: unknown): MaintenanceMessage | null =>
  isRouteErrorResponse(error) && error.data?.maintenance ? (error.data as MaintenanceMessage) : null;

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<RootData>('root');
  const error = useRouteError();
  const site = data?.site ?? toMaintenance(error)?.site;
  return (
    <html lang="pt-BR" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0b0e14" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#eef0f4" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; no input reaches it */}
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; no input reaches it */}
        <script dangerouslySetInnerHTML={{ __html: earlyClicksScript }} />
        <Meta />
        {site ? <SiteHead site={site} /> : <link rel="icon" href="/favicon.svg" />}
        <Links />
      </head>
      <body>
        {children}
        <Player listener={data && (data.viewer?.entitled ? data.viewer.userId : null)} />
        <Toaster />
        <UnfinishedWalk />
        <PageFocus />
        <WayBack viewer={data?.viewer ?? null} />
        <EarlyClicks />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Replays clicks from before hydration. */
function EarlyClicks() {
  const replay = useRef(() => {});
  useLayoutEffect(() => {
    replay.current = takeEarlyClicks();
  }, []);
  useEffect(() => replay.current(), []);
  return null;
}

const PlayerHost = lazy(() =>
  import('#features/player/components/player-host.tsx').then((module) => ({ default: module.PlayerHost })),
);

/** Whether the player is mounted: an error of the whole page rebuilds the document around it. */
let isPlayerHere = false;

/** Mounts the player as soon as somebody may listen; visitors load nothing of it. */
function Player({ listener }: { listener: string | null | undefined }) {
  const [isWanted, setWanted] = useState(Boolean(listener) || isPlayerHere);
  if (listener && !isWanted) setWanted(true);
  useEffect(() => {
    isPlayerHere = isWanted;
  }, [isWanted]);
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
      <SessionSync userId={viewer?.userId ?? null} />
      {viewer ? <SubscriptionWatch waiting={!viewer.entitled} /> : null}
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const site = useRouteLoaderData<RootData>('root')?.site;
  const siteName = site?.name;
  const maintenance = toMaintenance(error);
  if (maintenance) {
    const { title, subtitle } = maintenance;
    return (
      <Suspense>
        <meta name="description" content={maintenance.site.description} />
        <MaintenanceGate siteName={maintenance.site.name} title={title} subtitle={subtitle} />
      </Suspense>
    );
  }
  const words = { siteName, description: site?.savedDescription };
  if (isConnectionLost(error)) return <ConnectionLost siteName={siteName} />;
  if (isRouteErrorResponse(error)) {
    const message = typeof error.data?.message === 'string' ? error.data.message : undefined;
    return <ErrorPage {...words} status={error.status} message={message} />;
  }
  return <ErrorPage {...words} status={500} />;
}
