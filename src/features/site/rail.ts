/** Whether a rail entry stands for a path: by prefix, and `/` only for itself (NAV-17). */
export const isActivePath = (entry: string, pathname: string): boolean =>
  pathname === entry || (entry !== '/' && pathname.startsWith(`${entry}/`));

/** Whether the page has a search box of its own, to which the key `/` leads. */
export const hasOwnSearch = (pathname: string): boolean =>
  ['/library', '/search', '/category'].some((entry) => isActivePath(entry, pathname));
