/** Whether a rail entry stands for a path: by prefix, and `/` only for itself (NAV-17). */
export const isActivePath = (entry: string, pathname: string): boolean =>
  pathname === entry || (entry !== '/' && pathname.startsWith(`${entry}/`));
