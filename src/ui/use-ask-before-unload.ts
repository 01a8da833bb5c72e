import { useEffect } from 'react';

/** While something would be lost, the browser asks before the tab is closed or loaded anew (EDT-06). */
export function useAskBeforeUnload(isAtRisk: boolean): void {
  useEffect(() => {
    if (!isAtRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isAtRisk]);
}
