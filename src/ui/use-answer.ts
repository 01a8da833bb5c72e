import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls back once per response of a form; with `undefined` (still loading) it waits. */
export function useAnswer<T>(answer: T | undefined, then: (answer: T) => void): void {
  const handled = useRef<T>(undefined);
  const handle = useEffectEvent(then);
  useEffect(() => {
    if (answer === undefined || handled.current === answer) return;
    handled.current = answer;
    handle(answer);
  }, [answer]);
}

/**
 * Calls back once when what a form sent has ended: with its answer, or without one when the session has ended or the
 * call was broken off. An answer may be the first thing seen of a call: React draws once what changes twice before it
 * draws.
 */
export function useSent<T>(
  { state, data }: { state: string; data: T | undefined },
  then: (answer: T | undefined) => void,
): void {
  const isUnderWay = useRef(false);
  const handled = useRef(data);
  const handle = useEffectEvent(then);
  useEffect(() => {
    if (state !== 'idle') {
      isUnderWay.current = true;
      return;
    }
    const answer = data === handled.current ? undefined : data;
    if (!isUnderWay.current && answer === undefined) return;
    isUnderWay.current = false;
    handled.current = data;
    handle(answer);
  }, [state, data]);
}
