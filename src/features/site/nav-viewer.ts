import type { Role } from '#features/accounts/roles.ts';

export interface NavViewer {
  displayName: string;
  email: string;
  role: Role;
  avatarUrl: string | null;
}
