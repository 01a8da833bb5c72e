import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';

/** Milliseconds between two looks. */
const usualPause = 1500;

/**
 * Reads the page's data anew again and again while work goes on and the page is in sight. A site that does not answer
 * for the moment, being restarted perhaps, does not cost the page: it is asked first, and read once it is there.
 * @returns whether the site is away
 */
export function useLive(isAtWork: boolean, pause = usualPause): boolean {
  const { revalidate, state } = useRevalidator();
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!isAtWork || state !== 'idle') return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      const isSeen = document.visibilityState === 'visible';
      const isThere = isSeen && (await isReady());
      if (isOver) return;
      if (isSeen) setAway(!isThere);
      if (isThere) void revalidate();
      else timer = setTimeout(look, pause);
    };
    timer = setTimeout(look, pause);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isAtWork, state, revalidate, pause]);
  return isAtWork && isAway;
}

/** Whether the site would answer with what the page shows: that lies in its database. */
async function isReady(): Promise<boolean> {
  try {
    const answer = await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(5000) });
    return ((await answer.json()) as { database?: string }).database === 'ok';
  } catch {
    return false;
  }
}
