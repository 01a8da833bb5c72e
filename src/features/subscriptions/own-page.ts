/**
 * The simulated provider's pages are the site's own: they open under the name that it was opened with, because
 * `localhost` and `127.0.0.1` do not share a session. Any other address stays as it is.
 * @param origin of the page that is open
 */
export function underThisName(address: string, origin: string): string {
  const { pathname, search } = new URL(address, origin);
  return /^\/(checkout|portal)-simulado\//.test(pathname) ? origin + pathname + search : address;
}
