import type { ComponentType } from 'react';

export type PageIcon = ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>;

/** Whether a rail entry is active for a path: by prefix, but `/` only for itself (NAV-17). */
export const isActivePath = (entry: string, pathname: string): boolean =>
  pathname === entry || (entry !== '/' && pathname.startsWith(`${entry}/`));

/** Whether the page has its own search box for the key `/`. */
export const hasOwnSearch = (pathname: string): boolean =>
  ['/search', '/category'].some((entry) => isActivePath(entry, pathname));
