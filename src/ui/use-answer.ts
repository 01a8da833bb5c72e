import { useEffect, useRef } from 'react';

/**
 * Calls back once for each answer of a form that sends itself, however often the page is drawn anew meanwhile. Given
 * `undefined` while the page is still being read, it waits until that is over.
 */
export function useAnswer<T>(answer: T | undefined, then: (answer: T) => void): void {
  const handled = useRef<T>(undefined);
  const latest = useRef(then);
  useEffect(() => {
    latest.current = then;
  });
  useEffect(() => {
    if (answer === undefined || handled.current === answer) return;
    handled.current = answer;
    latest.current(answer);
  }, [answer]);
}
