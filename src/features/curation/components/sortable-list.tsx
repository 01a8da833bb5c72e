import GripVertical from 'lucide-react/icons/grip-vertical';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  startTransition,
  useRef,
  useState,
} from 'react';
import { elementAt } from '#platform/elements.ts';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { arrange, moved } from '../order.ts';

interface Item {
  id: string;
  name: string;
}

interface SortableListProps<T extends Item> {
  label: string;
  items: T[];
  /** Called with the ids in their new order after a move; resolves when it is saved or refused. */
  onOrder: (ids: string[]) => Promise<unknown>;
  children: (item: T) => ReactNode;
  className?: string;
}

/**
 * A list that is reordered by dragging a handle, or with the arrow keys on it. Optimistic; after the last save the
 * revalidated order is shown, which is the old one after a refusal.
 */
export function SortableList<T extends Item>({
  label,
  items,
  onOrder,
  children,
  className,
}: SortableListProps<T>) {
  const given = items.map(({ id }) => id);
  /** The optimistic order; null: the given one. */
  const [own, setOwn] = useState<string[] | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  /** The order at the start of a drag; null: no drag. */
  const before = useRef<string[] | null>(null);
  const saves = useRef({ begun: 0, over: 0 });

  const ids = own ? arrange(own, given) : given;
  const byId = new Map(items.map((item) => [item.id, item]));
  const shown = ids.flatMap((id) => byId.get(id) ?? []);

  function settle() {
    const { begun, over } = saves.current;
    if (begun === over && !before.current) startTransition(() => setOwn(null));
  }
  async function commit(next: string[]) {
    saves.current.begun += 1;
    const turn = saves.current.begun;
    await onOrder(next).catch(() => {});
    // An earlier save is superseded by a later one.
    saves.current.over = Math.max(saves.current.over, turn);
    settle();
  }
  function drop(isKept: boolean) {
    const old = before.current;
    before.current = null;
    setDragged(null);
    if (isKept && old && old.join() !== ids.join()) void commit(ids);
    else if (old) {
      setOwn(old);
      settle();
    }
  }

  function byKey(event: KeyboardEvent, at: number) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const to = at + step;
    if (to < 0 || to >= ids.length) return;
    const next = moved(ids, at, to);
    setOwn(next);
    const id = elementAt(ids, at);
    setSaid(`${byId.get(id)?.name}: posição ${to + 1} de ${ids.length}`);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-row="${id}"] [data-handle]`)?.focus(),
    );
    void commit(next);
  }

  function drag(event: PointerEvent) {
    if (!dragged || !list.current) return;
    const rows = [...list.current.children] as HTMLElement[];
    const from = ids.indexOf(dragged);
    const to = rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return event.clientY >= top && event.clientY <= bottom;
    });
    if (from >= 0 && to >= 0 && to !== from) setOwn(moved(ids, from, to));
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
                before.current = ids;
                setDragged(item.id);
              }}
              onPointerMove={drag}
              onPointerUp={() => drop(true)}
              onPointerCancel={() => drop(false)}
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
