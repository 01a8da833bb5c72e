import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';

/** Polling interval in milliseconds. */
const usualPause = 1500;

/**
 * Revalidates during work in a visible tab, unless /readyz fails: an error would replace the page. @returns whether it
 * fails
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

async function isReady(): Promise<boolean> {
  try {
    const answer = await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(5000) });
    return ((await answer.json()) as { database?: string }).database === 'ok';
  } catch {
    return false;
  }
}
