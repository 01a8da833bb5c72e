import { useRouteLoaderData } from 'react-router';
import type { Role } from '#features/accounts/roles.ts';
import type { Subscription } from '#features/subscriptions/model.ts';

/** The viewer as every page may know it; contains no secret. */
export interface PageViewer {
  userId: string;
  email: string;
  displayName: string;
  role: Role;
  avatarUrl: string | null;
  createdAt: string;
  entitled: boolean;
  subscription: Subscription | null;
}

export interface RootData {
  viewer: PageViewer | null;
  /** Balance of credits; null hides the number. */
  credits: number | null;
  /** Whether only administrators can use the site; told to them alone. */
  isClosed: boolean;
  site: {
    name: string;
    description: string;
    /** The description that an administrator has saved: every page sends it (CEO-01); null: each page has its own. */
    savedDescription: string | null;
    keywords: string;
    faviconUrl: string;
    publicUrl: string;
    /** Path of the picture in link previews of this page. */
    shareImage: string;
  };
}

/** @throws outside the document */
export function useRootData(): RootData {
  const data = useRouteLoaderData<RootData>('root');
  if (!data) throw new Error('root data is missing');
  return data;
}
