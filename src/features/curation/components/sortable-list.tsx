import GripVertical from 'lucide-react/icons/grip-vertical';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';

interface Item {
  id: string;
  name: string;
}

interface SortableListProps<T extends Item> {
  label: string;
  items: T[];
  /** Called with the ids in their new order, once a move has ended. */
  onOrder: (ids: string[]) => void;
  children: (item: T) => ReactNode;
  className?: string;
}

const moved = (ids: string[], from: number, to: number): string[] => {
  const next = [...ids];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
};

/** A list whose rows are put in order by dragging their handle, or with the arrow keys on it. */
export function SortableList<T extends Item>({
  label,
  items,
  onOrder,
  children,
  className,
}: SortableListProps<T>) {
  const given = items.map(({ id }) => id).join();
  const [ids, setIds] = useState(() => items.map(({ id }) => id));
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => setIds(given ? given.split(',') : []), [given]);

  const byId = new Map(items.map((item) => [item.id, item]));
  const shown = ids.flatMap((id) => byId.get(id) ?? []);
  const commit = (next: string[]) => {
    if (next.join() !== given) onOrder(next);
  };

  function byKey(event: KeyboardEvent, at: number) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const to = at + step;
    if (to < 0 || to >= ids.length) return;
    const next = moved(ids, at, to);
    setIds(next);
    setSaid(`${byId.get(ids[at]!)?.name}: posição ${to + 1} de ${ids.length}`);
    const id = ids[at]!;
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-row="${id}"] [data-handle]`)?.focus(),
    );
    commit(next);
  }

  function drag(event: PointerEvent) {
    if (!dragged || !list.current) return;
    const rows = [...list.current.children] as HTMLElement[];
    const from = ids.indexOf(dragged);
    const to = rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return event.clientY >= top && event.clientY <= bottom;
    });
    if (to >= 0 && to !== from) setIds(moved(ids, from, to));
  }

  return (
    <>
      <ul ref={list} aria-label={label} className={cx('grid', className)}>
        {shown.map((item, at) => (
          <li
            key={item.id}
            data-row={item.id}
            className={cx(
              'flex items-center gap-1 rounded-md transition-colors',
              dragged === item.id && 'bg-accent/12',
            )}
          >
            <IconButton
              label={`Mover ${item.name}: setas para cima e para baixo`}
              size="sm"
              data-handle=""
              className="cursor-grab touch-none active:cursor-grabbing"
              onKeyDown={(event) => byKey(event, at)}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setDragged(item.id);
              }}
              onPointerMove={drag}
              onPointerUp={() => {
                setDragged(null);
                commit(ids);
              }}
              onPointerCancel={() => {
                setDragged(null);
                setIds(items.map(({ id }) => id));
              }}
            >
              <GripVertical aria-hidden="true" />
            </IconButton>
            <div className="min-w-0 flex-1">{children(item)}</div>
          </li>
        ))}
      </ul>
      <p className="sr-only" aria-live="assertive">
        {said}
      </p>
    </>
  );
}
