import { type RefObject, useLayoutEffect } from 'react';

/**
 * Tells the page how high the docked player is, in `--player-dock` on the document: the page leaves that much room
 * at its end, so that no control is covered (MIN-04).
 */
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
