import { AppError } from '#platform/errors.ts';
import type { Admin, User } from './model.ts';

/** What a request is known to be of: the viewer, or null for a visitor. */
type Seen = { readonly user: User } | null;

/** Refused to somebody who is signed in and is no administrator; pages lead to 'Acesso Restrito'. */
export class AdminsOnly extends AppError {
  constructor() {
    super('forbidden', 'Acesso restrito a administradores.');
  }
}

/**
 * Proof that somebody is signed in. Pages and calls ask in the same way: what becomes of a refusal, a walk to /auth or
 * 401, is decided where requests come in (server/sign-in.ts).
 * @throws AppError `unauthenticated`
 */
export function requireUser(viewer: Seen): User {
  if (viewer) return viewer.user;
  throw new AppError('unauthenticated', 'Faça login para continuar.');
}

/**
 * Proof that an administrator is signed in.
 * @throws AppError `unauthenticated`, or AdminsOnly
 */
export function requireAdmin(viewer: Seen): Admin {
  const user = requireUser(viewer);
  if (user.role !== 'admin') throw new AdminsOnly();
  return user as Admin;
}
