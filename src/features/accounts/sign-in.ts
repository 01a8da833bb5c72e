export type SignInNotice =
  | 'sessao-encerrada'
  | 'restrito'
  | 'senha-alterada'
  | 'email-confirmado'
  | 'etapa-vencida'
  | 'para-assinar';

interface PageAddress {
  readonly pathname: string;
  readonly search: string;
  readonly hash?: string;
}

/** Longest return address: encoded, it must fit into the header limits of proxies. */
const longestNext = 600;

/** The only way to build the URL of /auth. @param page to return to (A-27); a very long URL loses its query */
export function signInAddress(page: PageAddress | null, notice?: SignInNotice): string {
  const query = new URLSearchParams();
  const whole = page && page.pathname + page.search + (page.hash ?? '');
  const next = [whole, page?.pathname].find((address) => address && address.length <= longestNext);
  if (next) query.set('next', next);
  if (notice) query.set('aviso', notice);
  return `/auth${query.size > 0 ? `?${query}` : ''}`;
}

/** Reads a URL made by `signInAddress`; null for any other. */
export function readSignIn(address: string): { next: string | null; notice: string | null } | null {
  const url = URL.parse(address, 'http://site.invalid');
  if (url?.pathname !== '/auth') return null;
  return { next: url.searchParams.get('next'), notice: url.searchParams.get('aviso') };
}
