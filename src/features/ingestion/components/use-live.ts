import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Milliseconds between two looks. */
const pause = 1500;

/** Reads the page's data anew again and again while work goes on and the page is in sight. */
export function useLive(isAtWork: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isAtWork || state !== 'idle') return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate();
    }, pause);
    return () => clearInterval(timer);
  }, [isAtWork, state, revalidate]);
}
