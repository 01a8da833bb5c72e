import { useSyncExternalStore } from 'react';

/** Cards or lines; stored in a cookie on this device, so that the server renders it. */
export type ViewMode = 'cards' | 'list';

const name = 'sonoteca-vista';
const year = 365 * 24 * 3600;
const listeners = new Set<() => void>();

/** Reads the view from a Cookie header or document.cookie; cards by default. */
export const readViewMode = (cookies: string | null): ViewMode =>
  new RegExp(`(?:^|;\\s*)${name}=list(?:;|$)`).test(cookies ?? '') ? 'list' : 'cards';

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stores the view for all lists of this device. */
export function setViewMode(mode: ViewMode): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, and is asynchronous
  document.cookie = `${name}=${mode}; path=/; max-age=${year}; samesite=lax`;
  for (const listener of listeners) listener();
}

/** @param served the view that the server rendered */
export const useViewMode = (served: ViewMode): ViewMode =>
  useSyncExternalStore(
    subscribe,
    () => readViewMode(document.cookie),
    () => served,
  );
