/** Why /auth is shown, told there in a sentence of its own. */
export type SignInNotice =
  | 'sessao-encerrada'
  | 'restrito'
  | 'senha-alterada'
  | 'email-confirmado'
  | 'etapa-vencida';

/** A page's address in parts, as `URL`, `window.location` and the router's location have them. */
interface PageAddress {
  readonly pathname: string;
  readonly search: string;
  readonly hash?: string;
}

/** Longest address that is come back to: encoded, it must fit with all other headers into what proxies take. */
const longestNext = 600;

/**
 * The one way to the address of /auth.
 * @param page to come back to afterwards (A-27): a page as the person sees it, never the address of its data; of a very
 *   long address the page alone
 */
export function signInAddress(page: PageAddress | null, notice?: SignInNotice): string {
  const query = new URLSearchParams();
  const whole = page && page.pathname + page.search + (page.hash ?? '');
  const next = [whole, page?.pathname].find((address) => address && address.length <= longestNext);
  if (next) query.set('next', next);
  if (notice) query.set('aviso', notice);
  return `/auth${query.size > 0 ? `?${query}` : ''}`;
}

/** What an address that `signInAddress` made says; null for any other address. */
export function readSignIn(address: string): { next: string | null; notice: string | null } | null {
  const url = URL.parse(address, 'http://site.invalid');
  if (url?.pathname !== '/auth') return null;
  return { next: url.searchParams.get('next'), notice: url.searchParams.get('aviso') };
}
