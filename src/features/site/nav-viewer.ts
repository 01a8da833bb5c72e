import type { Role } from '#features/accounts/roles.ts';

/** The viewer as the bar shows it. */
export interface NavViewer {
  displayName: string;
  email: string;
  role: Role;
  avatarUrl: string | null;
}
