import { startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';

/** Whether a page has become alive in this window: before that, what is rendered must be what the server sent. */
let isAlive = false;

/** Runs what can wait until the page has been painted. @returns how to cancel it */
export function afterPaint(run: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(run);
  });
  return () => cancelAnimationFrame(frame);
}

/**
 * False during the first render of a client navigation, so that content below the fold can wait. @param isSent false:
 * such content is not in the document either, and follows once the page is alive
 */
export function useIsPainted(isSent = true): boolean {
  const isAwaited = useNavigationType() !== 'PUSH' && (isSent || isAlive);
  const [isPainted, setPainted] = useState(isAwaited);
  useEffect(() => {
    isAlive = true;
    if (!isPainted) return afterPaint(() => startTransition(() => setPainted(true)));
  }, [isPainted]);
  return isPainted;
}
