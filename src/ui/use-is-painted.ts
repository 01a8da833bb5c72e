import { startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';

/**
 * Whether a page has been seen: false while one that was walked to is drawn for the first time, so that what lies
 * further down can wait. Pages from the server and pages that are come back to, which keep their place, are whole at
 * once.
 */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(useNavigationType() !== 'PUSH');
  useEffect(() => {
    if (isPainted) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setPainted(true)));
    });
    return () => cancelAnimationFrame(frame);
  }, [isPainted]);
  return isPainted;
}
