import { useSyncExternalStore } from 'react';

/** Cards or lines; kept on this device in a cookie, so that the server draws the right one at once. */
export type ViewMode = 'cards' | 'list';

const name = 'sonoteca-vista';
const year = 365 * 24 * 3600;
const listeners = new Set<() => void>();

/** The kept view in a Cookie header or document.cookie; cards when nothing is kept. */
export const readViewMode = (cookies: string | null): ViewMode =>
  new RegExp(`(?:^|;\\s*)${name}=list(?:;|$)`).test(cookies ?? '') ? 'list' : 'cards';

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps the view for all lists of this device. */
export function setViewMode(mode: ViewMode): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, and is asynchronous
  document.cookie = `${name}=${mode}; path=/; max-age=${year}; samesite=lax`;
  for (const listener of listeners) listener();
}

/** The view of this device. @param served what the server drew */
export const useViewMode = (served: ViewMode): ViewMode =>
  useSyncExternalStore(
    subscribe,
    () => readViewMode(document.cookie),
    () => served,
  );
