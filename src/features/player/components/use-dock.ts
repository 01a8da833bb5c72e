import { type RefObject, useLayoutEffect } from 'react';

/** Writes the docked player's height to `--player-dock`, so that the page leaves room for it (MIN-04). */
export function useDock(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!element.current) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      style.setProperty('--player-dock', `${Math.ceil(height)}px`);
    });
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--player-dock');
    };
  }, [element]);
}
