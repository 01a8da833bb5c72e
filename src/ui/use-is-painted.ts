import { startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';

/** Whether a page has become alive in this window: before that, what is rendered must be what the server sent. */
let isAlive = false;

/**
 * False during the first render of a client navigation, so that content below the fold can wait. @param isSent false:
 * such content is not in the document either, and follows once the page is alive
 */
export function useIsPainted(isSent = true): boolean {
  const isAwaited = useNavigationType() !== 'PUSH' && (isSent || isAlive);
  const [isPainted, setPainted] = useState(isAwaited);
  useEffect(() => {
    isAlive = true;
    if (isPainted) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setPainted(true)));
    });
    return () => cancelAnimationFrame(frame);
  }, [isPainted]);
  return isPainted;
}
