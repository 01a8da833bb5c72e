import GripVertical from 'lucide-react/icons/grip-vertical';
import { type ReactNode, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';

interface SortableListProps<T> {
  label: string;
  items: readonly T[];
  keyOf: (item: T, at: number) => string;
  /** What one row is called, for people who do not see it. */
  nameOf: (item: T, at: number) => string;
  onMove: (from: number, to: number) => void;
  /** A row was moved to where it stays; not while it is dragged. */
  onMoved?: () => void;
  /** When a drag begins; when it is cancelled, the order from its beginning is restored. */
  onDrag?: () => void;
  onCancel?: () => void;
  /** `shift` moves the row up (-1) or down (1), as the arrow keys on the handle do. */
  children: (item: T, at: number, shift: (by: number) => void) => ReactNode;
  className?: string;
  rowClassName?: string;
}

/** A list with one entry at another place; places beyond the ends are the ends. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const entry = next.splice(from, 1);
  next.splice(Math.max(0, Math.min(next.length, to)), 0, ...entry);
  return next;
}

/** Rows that are put in order by dragging their handle, or with the arrow keys on it. */
export function SortableList<T>(props: SortableListProps<T>) {
  const { label, items, keyOf, nameOf, onMove, onMoved, onDrag, onCancel, children } = props;
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);

  function shift(item: T, at: number, by: number) {
    const to = at + by;
    if (to < 0 || to >= items.length) return;
    keepFocus(list.current, to);
    onMove(at, to);
    setSaid(`${nameOf(item, at)}: posição ${to + 1} de ${items.length}`);
    onMoved?.();
  }
  function drag(y: number) {
    const from = items.findIndex((item, at) => keyOf(item, at) === dragged);
    const to = placeAt(y, from, list.current);
    if (from >= 0 && to >= 0) onMove(from, to);
  }
  function drop(then?: () => void) {
    if (dragged) then?.();
    setDragged(null);
  }

  return (
    <>
      <ol ref={list} aria-label={label} className={cx('grid', props.className)}>
        {items.map((item, at) => {
          const key = keyOf(item, at);
          return (
            <li
              key={key}
              className={cx('transition-colors', props.rowClassName, dragged === key && 'bg-accent/12')}
            >
              <Handle
                name={nameOf(item, at)}
                onShift={(by) => shift(item, at, by)}
                onGrab={() => {
                  setDragged(key);
                  onDrag?.();
                }}
                onDrag={(y) => dragged && drag(y)}
                onDrop={() => drop(onMoved)}
                onCancel={() => drop(onCancel)}
              />
              {children(item, at, (by) => shift(item, at, by))}
            </li>
          );
        })}
      </ol>
      <p className="sr-only" aria-live="assertive">
        {said}
      </p>
    </>
  );
}

/** Moved rows lose the focus: it returns to the control, or to the handle when an end disables the control. */
function keepFocus(list: Element | null, to: number) {
  const used = document.activeElement;
  requestAnimationFrame(() => {
    if (used instanceof HTMLElement) used.focus();
    if (document.activeElement !== used) list?.children[to]?.querySelector('button')?.focus();
  });
}

/** Over a taller row the places are changed once its middle is passed, so that they do not change back. */
function placeAt(y: number, from: number, list: Element | null): number {
  return [...(list?.children ?? [])].findIndex((row, at) => {
    const { top, bottom } = row.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    return at < from ? y <= middle + 1 : at > from && y >= middle - 1 && y < bottom;
  });
}

interface HandleProps {
  name: string;
  onShift: (by: number) => void;
  onGrab: () => void;
  onDrag: (y: number) => void;
  onDrop: () => void;
  onCancel: () => void;
}

function Handle({ name, onShift, onGrab, onDrag, onDrop, onCancel }: HandleProps) {
  return (
    <IconButton
      label={`Mover ${name}: arraste ou use as setas`}
      size="sm"
      className="cursor-grab touch-none active:cursor-grabbing"
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!by) return;
        event.preventDefault();
        onShift(by);
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        onGrab();
      }}
      onPointerMove={(event) => onDrag(event.clientY)}
      onPointerUp={onDrop}
      onPointerCancel={onCancel}
    >
      <GripVertical aria-hidden="true" />
    </IconButton>
  );
}
