import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import type { Place } from '../placement.ts';

/** Pixels of movement before a press becomes a drag. */
const tremble = 4;

/** Whether the press targets a control instead of the card. */
const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button:not([data-handle]), input, [role="slider"]') !== null;

/**
 * Dragging by mouse, touch or pen (MIN-09). `place` is the current position; `onMove` gets the wanted one. Dragging on
 * a link does not follow it. The pointer is captured only when the drag begins: earlier, the link's click would be
 * lost.
 */
export function useDrag(place: Place, onMove: (place: Place) => void) {
  const wasDragged = useRef(false);
  const [isDragged, setDragged] = useState(false);
  const move = useRef(onMove);
  move.current = onMove;

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    wasDragged.current = false;
    if (event.button !== 0 || isControl(event.target)) return;
    const { currentTarget: card, clientX, clientY, pointerId } = event;
    const grip = { x: clientX - place.x, y: clientY - place.y };

    const onPointerMove = (now: globalThis.PointerEvent) => {
      if (now.pointerId !== pointerId) return;
      if (!wasDragged.current) {
        if (Math.hypot(now.clientX - clientX, now.clientY - clientY) < tremble) return;
        wasDragged.current = true;
        setDragged(true);
        card.setPointerCapture(pointerId);
      }
      move.current({ x: now.clientX - grip.x, y: now.clientY - grip.y });
    };
    const end = (now: globalThis.PointerEvent) => {
      if (now.pointerId !== pointerId) return;
      setDragged(false);
      window.removeEventListener('pointermove', onPointerMove);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
    };
    window.addEventListener('pointermove', onPointerMove);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  }

  function onClickCapture(event: MouseEvent<HTMLElement>) {
    if (!wasDragged.current) return;
    wasDragged.current = false;
    event.preventDefault();
    event.stopPropagation();
  }

  return { onPointerDown, onClickCapture, isDragged };
}
