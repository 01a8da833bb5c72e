/** Roles as the administrators' pages name them; stored in `profiles.role`. */
export const roleNames = { admin: 'Administrador', user: 'Usuário' } as const;
export type Role = keyof typeof roleNames;
export const roles = Object.keys(roleNames) as Role[];

export const adminRole = 'admin' satisfies Role;
export const userRole = 'user' satisfies Role;

/** Unknown roles are regular users. */
export const toRole = (stored: string | null | undefined): Role =>
  roles.find((role) => role === stored) ?? userRole;

export const isAdmin = (who: { role: string } | null | undefined): boolean => who?.role === adminRole;
