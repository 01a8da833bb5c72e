import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** The way to read a page's data anew that did not come; when the line is back, it happens by itself. */
export function useRetry(): { retry: () => void; isTrying: boolean } {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    const again = () => void revalidate();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [revalidate]);
  return { retry: () => void revalidate(), isTrying: state === 'loading' };
}
