import { type MouseEvent, type PointerEvent, useRef } from 'react';
import type { Place } from '../placement.ts';

/** Pixels that a pointer may tremble before a press becomes a drag. */
const tremble = 4;

/** Whether a press here is meant for a control and not for the card. */
const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button:not([data-handle]), input, [role="slider"]') !== null;

/**
 * Dragging by mouse, finger or pen (MIN-09). `place` is where the thing stands; `onMove` gets where it is wanted.
 * A press on a link drags too, and then does not follow it.
 */
export function useDrag(place: Place, onMove: (place: Place) => void) {
  const grip = useRef<{ pointer: number; dx: number; dy: number; x: number; y: number } | null>(null);
  const isDragging = useRef(false);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      isDragging.current = false;
      if (event.button !== 0 || isControl(event.target)) return;
      const { clientX: x, clientY: y, pointerId: pointer } = event;
      grip.current = { pointer, dx: x - place.x, dy: y - place.y, x, y };
      const isLink = (event.target as Element).closest('a') !== null;
      if (!isLink) event.currentTarget.setPointerCapture(pointer);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const held = grip.current;
      if (!held || held.pointer !== event.pointerId) return;
      if (!isDragging.current) {
        if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < tremble) return;
        isDragging.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      onMove({ x: event.clientX - held.dx, y: event.clientY - held.dy });
    },
    onPointerUp: () => {
      grip.current = null;
    },
    onPointerCancel: () => {
      grip.current = null;
    },
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      if (!isDragging.current) return;
      isDragging.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
