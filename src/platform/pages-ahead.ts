/** What the router knows of pages: those that the open page leads to are among them. */
interface RouterManifest {
  routes: Record<string, Record<string, unknown> | undefined>;
}

/** A page's script, and the parts of it that the router loads by themselves. */
const parts = ['module', 'clientLoaderModule', 'clientActionModule', 'clientMiddlewareModule'];

const fetched = new Set<string>();

/**
 * Fetches the scripts of the pages that the open one leads to, once each. The router loads the whole document anew when
 * it cannot get one, and what sounds would end with it: after this a walk needs no scripts any more, and without a
 * connection only its data is missing, which a page can say. What cannot be had now is tried at the next call.
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
