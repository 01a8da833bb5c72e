import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { onSubscriptionAnnounced } from '../store.ts';

/** Least time between two looks because the tab came to the front, in milliseconds. */
const rest = 5000;

/**
 * Keeps an open tab true: reads the page's data again when another tab announces a new subscription and, while
 * the person has none (`waiting`), when the tab comes to the front (PAY-08). Shows nothing.
 */
export function SubscriptionWatch({ waiting }: { waiting: boolean }) {
  const { revalidate } = useRevalidator();

  useEffect(() => onSubscriptionAnnounced(() => void revalidate()), [revalidate]);

  useEffect(() => {
    if (!waiting) return;
    let lookedAt = Date.now();
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - lookedAt < rest) return;
      // Without a line the look would fail and take the page away.
      if (!navigator.onLine) return;
      lookedAt = Date.now();
      void revalidate();
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
    };
  }, [waiting, revalidate]);

  return null;
}
