import { redirect } from 'react-router';
import { AppError } from '#platform/errors.ts';
import type { Admin, User } from './model.ts';

/** What a request is known to be of: the viewer, or null for a visitor. */
type Seen = { readonly user: User } | null;

/** Where a visitor signs in, to come back to this page afterwards. */
export function signInAddress(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const next = request.method === 'GET' ? pathname + search : pathname;
  return `/auth?next=${encodeURIComponent(next)}`;
}

/**
 * Proof that somebody is signed in.
 * @param request of a page: a visitor is sent to /auth and comes back afterwards
 * @throws a redirect for pages, AppError `unauthenticated` for calls (no request given)
 */
export function requireUser(viewer: Seen, request?: Request): User {
  if (viewer) return viewer.user;
  if (request) throw redirect(signInAddress(request));
  throw new AppError('unauthenticated', 'Faça login para continuar.');
}

/**
 * Proof that an administrator is signed in.
 * @param request of a page: everybody else is sent to /auth
 * @throws a redirect for pages, AppError `unauthenticated` or `forbidden` for calls (no request given)
 */
export function requireAdmin(viewer: Seen, request?: Request): Admin {
  const user = requireUser(viewer, request);
  if (user.role === 'admin') return user as Admin;
  if (request) throw redirect('/auth');
  throw new AppError('forbidden', 'Acesso restrito a administradores.');
}
