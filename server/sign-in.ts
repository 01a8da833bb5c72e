import { AdminsOnly } from '#features/accounts/gates.server.ts';
import { signInAddress } from '#features/accounts/sign-in.ts';
import type { AppError } from '#platform/errors.ts';

/** Where a refusal came up. */
interface Refused {
  request: Request;
  /** The page that was asked for, without what the router adds to addresses of data; null: no page was. */
  page: URL | null;
  /** Something was sent: what was written is not taken. */
  isSent: boolean;
}

/**
 * Where somebody is led whom a page refuses: a visitor signs in and is back on the page, who lacks the role reads
 * 'Acesso Restrito'. Null: the refusal is something else.
 */
export function signInFor(error: AppError, { request, page, isSent }: Refused): string | null {
  const back = page ?? pageBefore(request);
  if (error instanceof AdminsOnly) return signInAddress(back, 'restrito');
  if (error.kind !== 'unauthenticated') return null;
  return signInAddress(back, isSent ? 'sessao-encerrada' : undefined);
}

/** The page of this site whose link was followed; null when the browser does not say. */
function pageBefore(request: Request): URL | null {
  const page = URL.parse(request.headers.get('referer') ?? '');
  return page && page.host === request.headers.get('host') ? page : null;
}

/**
 * Whether a page is asked for from /auth, by somebody who has just signed in. What he is led to takes the place of /auth:
 * the way back would lead to it, and from there straight on again.
 */
export const isFromSignIn = (request: Request): boolean => pageBefore(request)?.pathname === '/auth';

/** Whether a browser asks for this to show it in the place of a page, as when a link to a file is followed. */
export const isWalk = (request: Request): boolean =>
  request.method === 'GET' && request.headers.get('sec-fetch-dest') === 'document';
