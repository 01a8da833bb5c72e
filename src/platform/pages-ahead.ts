import { matchRoutes } from 'react-router';

/** A page as the router's manifest has it. Layouts have no path; a page's path is its whole address. */
interface ManifestRoute {
  parentId?: string;
  path?: string;
  index?: boolean;
  [part: string]: unknown;
}

interface RouterManifest {
  routes: Record<string, ManifestRoute | undefined>;
}

const parts = ['module', 'clientLoaderModule', 'clientActionModule', 'clientMiddlewareModule'];

const fetched = new Set<string>();

/** The addresses on this site that the open page links to. */
function linkedAddresses(): Set<string> {
  const links = Array.from(document.links).filter(({ origin }) => origin === location.origin);
  return new Set(links.map(({ pathname }) => pathname));
}

/** The pages that the open page links to, with the layouts around them. */
function linkedPages({ routes }: RouterManifest): Set<ManifestRoute> {
  const pages = Object.values(routes).flatMap((page) =>
    page?.index || page?.path ? { path: `/${page.path ?? ''}`, page } : [],
  );
  const linked = new Set<ManifestRoute>();
  for (const address of linkedAddresses()) {
    const [match] = matchRoutes(pages, address) ?? [];
    for (let page = match?.route.page; page; page = routes[page.parentId ?? '']) linked.add(page);
  }
  return linked;
}

/**
 * Prefetches the scripts of the pages that the open page links to, once each. Without a script the router reloads the
 * whole document, which would stop the player; after this, navigation needs only data. Failed fetches are retried by
 * the next call.
 */
export function fetchPagesAhead(): void {
  const manifest = (globalThis as { __reactRouterManifest?: RouterManifest }).__reactRouterManifest;
  const pages = manifest ? [...linkedPages(manifest)] : [];
  for (const address of pages.flatMap((page) => parts.map((part) => page[part]))) {
    if (typeof address !== 'string' || fetched.has(address)) continue;
    fetched.add(address);
    import(/* @vite-ignore */ address).catch(() => fetched.delete(address));
  }
}
