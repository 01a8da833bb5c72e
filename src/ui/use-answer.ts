import { useEffect, useRef } from 'react';

/** Calls back once per response of a form; with `undefined` (still loading) it waits. */
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
