import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

interface LineDrag {
  /** Index of the dragged line, or null. */
  dragged: number | null;
  onGrip(event: ReactPointerEvent, at: number): void;
}

/** Moves a line by pointer: it swaps with each line that it passes. */
export function useLineDrag(
  list: RefObject<HTMLElement | null>,
  move: (from: number, to: number) => void,
): LineDrag {
  const [dragged, setDragged] = useState<number | null>(null);
  const mover = useRef(move);
  useEffect(() => {
    mover.current = move;
  });
  useEffect(() => {
    if (dragged === null) return;
    const onMove = (event: PointerEvent) => {
      const lines = [...(list.current?.children ?? [])];
      const held = lines[dragged]?.getBoundingClientRect();
      if (!held) return;
      const next = lines.findIndex((line, at) => {
        const { top, bottom } = line.getBoundingClientRect();
        const middle = (top + bottom) / 2;
        return at < dragged
          ? event.clientY < middle
          : at > dragged && event.clientY > middle && event.clientY < bottom;
      });
      if (next < 0) return;
      mover.current(dragged, next);
      setDragged(next);
    };
    const end = () => setDragged(null);
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
    return () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
    };
  }, [dragged, list]);
  return {
    dragged,
    onGrip(event, at) {
      if (event.button !== 0) return;
      event.preventDefault();
      (event.currentTarget as HTMLElement).focus();
      setDragged(at);
    },
  };
}
