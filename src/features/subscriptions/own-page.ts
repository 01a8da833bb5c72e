/** Rewrites the site's own URLs to the current host: `localhost` and `127.0.0.1` do not share a session. */
export function underThisName(address: string, origin: string): string {
  const { pathname, search } = new URL(address, origin);
  return /^\/(checkout|portal)-simulado\//.test(pathname) ? origin + pathname + search : address;
}
