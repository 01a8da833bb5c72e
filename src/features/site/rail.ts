import type { ComponentType } from 'react';

export type PageIcon = ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>;

/** Whether a rail entry is active for a path: by prefix, but `/` only for itself (NAV-17). */
export const isActivePath = (entry: string, pathname: string): boolean =>
  pathname === entry || (entry !== '/' && pathname.startsWith(`${entry}/`));

/** Whether the page has a search box of its own, or none that finds sounds: administrators search their lists. */
export const hasOwnSearch = (pathname: string): boolean =>
  ['/search', '/category', '/admin', '/edit-home'].some((entry) => isActivePath(entry, pathname));
