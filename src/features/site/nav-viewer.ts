import type { Role } from '#features/accounts/roles.ts';

/** Whom the bar greets. */
export interface NavViewer {
  displayName: string;
  email: string;
  role: Role;
  avatarUrl: string | null;
}
