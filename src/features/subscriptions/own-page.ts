/**
 * The simulated provider's pages belong to this site: rewrites their URL to the current host, because `localhost` and
 * `127.0.0.1` do not share a session. Other URLs stay. @param origin of the current page
 */
export function underThisName(address: string, origin: string): string {
  const { pathname, search } = new URL(address, origin);
  return /^\/(checkout|portal)-simulado\//.test(pathname) ? origin + pathname + search : address;
}
