import { useEffect } from 'react';
import {
  type DataStrategyResult,
  type MiddlewareFunction,
  useLocation,
  useMatches,
  useRevalidator,
} from 'react-router';
import { isConnectionLost } from '#routes/connection-lost.tsx';
import type { RootData } from '#routes/root-data.ts';

/** Listeners' pages, whose data may be shown a moment before it is read anew. */
const kept = /^\/(library|category|search|favorites|package|parecidos)(\/|$)/;
/** Pages kept: the way to a package and back has a few. */
const most = 12;

interface SeenPage {
  path: string;
  /** Data of each route, by the route's id. */
  data: Record<string, unknown>;
}

/** Pages seen in this tab by the key of their history entry, oldest first. */
const seen = new Map<string, SeenPage>();
/** Who saw them, and whether with a plan. */
let seenBy: string | null = null;
/** Key of the entry that is shown. */
let shown = '';
/** The entry that is shown with kept data, until that is read anew. */
let recalled: string | null = null;

/** The router's key of the entry that the browser is at: when going back or forward, of the one that will be shown. */
const entryNow = (): string => (history.state as { key?: string } | null)?.key ?? 'default';

/**
 * Client middleware: going back or forward shows a page with the data that it had. `WayBack` then has it read anew; when
 * the connection is lost meanwhile, the page stays.
 */
export const goBack: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request, url },
  next,
) => {
  const entry = entryNow();
  const page = seen.get(entry);
  if (request.method !== 'GET' || page?.path !== url.pathname + url.search) return next();
  if (entry !== shown) {
    recalled = entry;
    return Object.fromEntries(
      Object.entries(page.data).map(([id, result]) => [id, { type: 'data' as const, result }]),
    );
  }
  const results = await next();
  if (entry !== recalled) return results;
  // A missing result keeps the old data.
  return Object.fromEntries(Object.entries(results).filter(([, { result }]) => !isConnectionLost(result)));
};

/** Keeps what is shown for going back to it, as long as nobody else signs in. */
export function WayBack() {
  const matches = useMatches();
  const { key, pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const viewer = (matches[0]?.loaderData as RootData | undefined)?.viewer;
  const owner = viewer ? `${viewer.userId} ${viewer.entitled}` : null;

  useEffect(() => {
    if (owner !== seenBy) seen.clear();
    seenBy = owner;
    shown = key;
    seen.delete(key);
    if (owner === null || !kept.test(pathname) || matches.at(-1)?.loaderData === undefined) return;
    // The root's data changes with what people do, not with where they are.
    const own = matches.slice(1).filter(({ loaderData }) => loaderData !== undefined);
    const data = Object.fromEntries(own.map(({ id, loaderData }) => [id, loaderData]));
    seen.set(key, { path: pathname + search, data });
    for (const [oldest] of seen) if (seen.size > most) seen.delete(oldest);
  }, [owner, key, pathname, search, matches]);

  useEffect(() => {
    if (recalled !== key) return;
    void revalidate().finally(() => {
      if (recalled === key) recalled = null;
    });
  }, [key, revalidate]);
  return null;
}
