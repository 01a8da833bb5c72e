import { startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';

/** False during the first render of a client navigation, so that content below the fold can wait. */
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
