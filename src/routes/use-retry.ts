import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Revalidates a page whose data failed to load; automatically when the connection is back. */
export function useRetry(): { retry: () => void; isTrying: boolean } {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    const again = () => void revalidate();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [revalidate]);
  return { retry: () => void revalidate(), isTrying: state === 'loading' };
}
