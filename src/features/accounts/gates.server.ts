import { AppError } from '#platform/errors.ts';
import type { Admin, User } from './model.ts';
import { isAdmin } from './roles.ts';

/** The viewer, or null for a visitor. */
type Seen = { readonly user: User } | null;

/** Refusal for a signed-in user who is no administrator; pages show 'Acesso Restrito'. */
export class AdminsOnly extends AppError {
  constructor() {
    super('forbidden', 'Acesso restrito a administradores.');
  }
}

/** Proof that the caller is signed in; server/sign-in.ts handles the refusal. @throws AppError `unauthenticated` */
export const requireUser = (viewer: Seen): User => requireViewer(viewer).user;

/** The same, and returns the whole viewer. */
export function requireViewer<V extends object>(viewer: V | null): V {
  if (viewer) return viewer;
  throw new AppError('unauthenticated', 'Faça login para continuar.');
}

/** Proof that the caller is an administrator. @throws AppError `unauthenticated`, or AdminsOnly */
export function requireAdmin(viewer: Seen): Admin {
  const user = requireUser(viewer);
  if (!isAdmin(user)) throw new AdminsOnly();
  return user as Admin;
}
