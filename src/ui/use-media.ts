import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, as long as it is shown; on the server it does not. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (run: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', run);
      return () => list.removeEventListener('change', run);
    },
    [query],
  );
  return useSyncExternalStore(
    watch,
    () => matchMedia(query).matches,
    () => false,
  );
}
