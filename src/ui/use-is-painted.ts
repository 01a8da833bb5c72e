import { startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';

/**
 * False during the first render after a client navigation, so that content below the fold can wait. Server-rendered
 * pages and back navigation, which restore scroll, render whole at once.
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
