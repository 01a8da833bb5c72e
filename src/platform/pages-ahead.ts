/** The router's manifest: it includes the pages that the open page links to. */
interface RouterManifest {
  routes: Record<string, Record<string, unknown> | undefined>;
}

const parts = ['module', 'clientLoaderModule', 'clientActionModule', 'clientMiddlewareModule'];

const fetched = new Set<string>();

/**
 * Prefetches the scripts of the pages that the open page links to, once each. Without a script the router reloads the
 * whole document, which would stop the player; after this, navigation needs only data. Failed fetches are retried by
 * the next call.
 */
export function fetchPagesAhead(): void {
  const manifest = (globalThis as { __reactRouterManifest?: RouterManifest }).__reactRouterManifest;
  const pages = Object.values(manifest?.routes ?? {});
  for (const address of pages.flatMap((page) => parts.map((part) => page?.[part]))) {
    if (typeof address !== 'string' || fetched.has(address)) continue;
    fetched.add(address);
    import(/* @vite-ignore */ address).catch(() => fetched.delete(address));
  }
}
