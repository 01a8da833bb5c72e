import { AdminsOnly } from '#features/accounts/gates.server.ts';
import { signInAddress } from '#features/accounts/sign-in.ts';
import type { AppError } from '#platform/errors.ts';

interface Refused {
  request: Request;
  /** The requested page, without the suffix of data requests; null when no page was requested. */
  page: URL | null;
  /** Something was submitted: its content must not be lost by a redirect. */
  isSent: boolean;
}

/** Where a refusal redirects to: /auth and back, or 'Acesso Restrito'. Null for other refusals. */
export function signInFor(error: AppError, { request, page, isSent }: Refused): string | null {
  const back = page ?? pageBefore(request);
  if (error instanceof AdminsOnly) return signInAddress(back, 'restrito');
  if (error.kind !== 'unauthenticated') return null;
  return signInAddress(back, isSent ? 'sessao-encerrada' : undefined);
}

/** The page of this site whose link was followed (Referer); null when the browser does not say. */
function pageBefore(request: Request): URL | null {
  const page = URL.parse(request.headers.get('referer') ?? '');
  return page && page.host === request.headers.get('host') ? page : null;
}

/** Right after signing in the redirect replaces /auth in the history: going back would redirect forward again. */
export const isFromSignIn = (request: Request): boolean => pageBefore(request)?.pathname === '/auth';

/** Whether the browser navigates, such as by following a link to a file. */
export const isWalk = (request: Request): boolean =>
  request.method === 'GET' && request.headers.get('sec-fetch-dest') === 'document';
