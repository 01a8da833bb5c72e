import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { onSubscriptionAnnounced } from '../store.ts';

/** Milliseconds: minimum time between two revalidations on focus. */
const rest = 5000;

/** Revalidates when another tab announces a subscription and, if `waiting`, on focus (PAY-08). */
export function SubscriptionWatch({ waiting }: { waiting: boolean }) {
  const { revalidate } = useRevalidator();

  useEffect(() => onSubscriptionAnnounced(() => void revalidate()), [revalidate]);

  useEffect(() => {
    if (!waiting) return;
    let lookedAt = Date.now();
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - lookedAt < rest) return;
      // Offline, a failed revalidation would replace the page by an error.
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
