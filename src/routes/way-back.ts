import { useEffect } from 'react';
import {
  type DataStrategyResult,
  type MiddlewareFunction,
  useLocation,
  useMatches,
  useRevalidator,
} from 'react-router';
import { keepNewest } from '#platform/elements.ts';
import { isConnectionLost } from '#routes/connection-lost.tsx';
import { cataloguePages } from '#routes/revalidation.ts';
import type { PageViewer } from '#routes/root-data.ts';
import { afterPaint } from '#ui/use-is-painted.ts';

type Results = Record<string, DataStrategyResult>;

interface SeenPage {
  path: string;
  /** What the routes below the root had loaded, by their ids. */
  results: Results;
}

/** Pages of the catalogue seen in this tab, by the key of their history entry. */
const seen = new Map<string, SeenPage>();
const mostSeen = 12;
/** Who saw them, and whether with a plan. */
let seenBy: string | null = null;
/** Key of the entry that is shown. */
let shown = '';
/** The entry that is shown as it was, until it is read anew. */
let recalled: string | null = null;

/** The router's key of the browser's entry. It is not `shown` while the browser goes back or forward to it. */
const entryNow = (): string => (history.state as { key?: string } | null)?.key ?? 'default';

/**
 * Client middleware: going back or forward shows a page as it was, without asking the server. `WayBack` then reads it
 * anew; when that fails for lack of a connection, the page stays.
 */
export const recallPage: MiddlewareFunction<Results> = async ({ request, url }, next) => {
  const entry = entryNow();
  const page = seen.get(entry);
  if (request.method !== 'GET' || page?.path !== url.pathname + url.search) return next();
  if (entry !== shown) {
    recalled = entry;
    return page.results;
  }
  const results = await next();
  if (entry !== recalled) return results;
  // A missing result keeps the old data.
  return Object.fromEntries(Object.entries(results).filter(([, { result }]) => !isConnectionLost(result)));
};

/** Keeps what is shown for going back to it, as long as nobody else signs in. Renders nothing. */
export function WayBack({ viewer }: { viewer: PageViewer | null }) {
  const matches = useMatches();
  const { key, pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const owner = viewer && `${viewer.userId} ${viewer.entitled}`;

  useEffect(() => {
    if (owner !== seenBy) seen.clear();
    seenBy = owner;
    shown = key;
    const isLoaded = matches.at(-1)?.loaderData !== undefined;
    if (!owner || !isLoaded || !cataloguePages.test(pathname)) return void seen.delete(key);
    const loaded = matches.slice(1).filter(({ loaderData }) => loaderData !== undefined);
    const results: Results = Object.fromEntries(
      loaded.map(({ id, loaderData }) => [id, { type: 'data', result: loaderData }]),
    );
    keepNewest(seen, key, { path: pathname + search, results }, mostSeen);
  }, [owner, key, pathname, search, matches]);

  useEffect(() => {
    if (recalled !== key) return;
    return afterPaint(() => {
      void revalidate().finally(() => {
        if (recalled === key) recalled = null;
      });
    });
  }, [key, revalidate]);
  return null;
}
