import { type RefObject, useLayoutEffect } from 'react';
import { cardSize, lowMargin } from '../placement.ts';

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

/** While the card is at the lower edge, pages end above it (`--player-low`). */
export function useLowRoom(isLow: boolean): void {
  useLayoutEffect(() => {
    if (!isLow) return;
    const { style } = document.documentElement;
    style.setProperty('--player-low', `${cardSize.height + 2 * lowMargin}px`);
    return () => {
      style.removeProperty('--player-low');
    };
  }, [isLow]);
}
