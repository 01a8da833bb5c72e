import GripVertical from 'lucide-react/icons/grip-vertical';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
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
  /** A drag begins, and was broken off: the order at its beginning is back. */
  onDrag?: () => void;
  onCancel?: () => void;
  children: (item: T, at: number) => ReactNode;
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
export function SortableList<T>({
  label,
  items,
  keyOf,
  nameOf,
  onMove,
  onMoved,
  onDrag,
  onCancel,
  children,
  className,
  rowClassName,
}: SortableListProps<T>) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const handle = (key: string) =>
    list.current?.querySelector<HTMLElement>(`[data-row="${key}"] [data-handle]`);

  function byKey(event: KeyboardEvent, item: T, at: number) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const to = at + step;
    if (to < 0 || to >= items.length) return;
    onMove(at, to);
    setSaid(`${nameOf(item, at)}: posição ${to + 1} de ${items.length}`);
    requestAnimationFrame(() => handle(keyOf(item, at))?.focus());
    onMoved?.();
  }
  /** Over a taller row the places are changed once its middle is passed, so that they do not change back. */
  function drag(event: PointerEvent) {
    const rows = [...(list.current?.children ?? [])];
    const from = items.findIndex((item, at) => keyOf(item, at) === dragged);
    const to = rows.findIndex((row, at) => {
      const { top, bottom } = row.getBoundingClientRect();
      const middle = (top + bottom) / 2;
      return at < from
        ? event.clientY <= middle + 1
        : at > from && event.clientY >= middle - 1 && event.clientY < bottom;
    });
    if (from >= 0 && to >= 0) onMove(from, to);
  }

  return (
    <>
      <ol ref={list} aria-label={label} className={cx('grid', className)}>
        {items.map((item, at) => {
          const key = keyOf(item, at);
          return (
            <li
              key={key}
              data-row={key}
              className={cx('transition-colors', rowClassName, dragged === key && 'bg-accent/12')}
            >
              <IconButton
                label={`Mover ${nameOf(item, at)}: arraste ou use as setas`}
                size="sm"
                data-handle=""
                className="cursor-grab touch-none active:cursor-grabbing"
                onKeyDown={(event) => byKey(event, item, at)}
                onPointerDown={(event) => {
                  if (event.button !== 0) return;
                  event.currentTarget.setPointerCapture(event.pointerId);
                  setDragged(key);
                  onDrag?.();
                }}
                onPointerMove={(event) => dragged && drag(event)}
                onPointerUp={() => {
                  if (dragged) onMoved?.();
                  setDragged(null);
                }}
                onPointerCancel={() => {
                  if (dragged) onCancel?.();
                  setDragged(null);
                }}
              >
                <GripVertical aria-hidden="true" />
              </IconButton>
              {children(item, at)}
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
