import { type ReactNode, useRef, useState } from 'react';
import { arrange } from './order.ts';
import { moved, SortableList } from './sortable-list.tsx';

interface Item {
  id: string;
  name: string;
}

interface OrderedListProps<T extends Item> {
  label: string;
  items: T[];
  /** Called with the ids in their new order after each move; resolves when it is saved or refused. */
  onOrder: (ids: string[]) => Promise<unknown>;
  children: (item: T) => ReactNode;
  className?: string;
}

/** A list that saves its order. */
export function OrderedList<T extends Item>(props: OrderedListProps<T>) {
  const { label, items, onOrder, children, className } = props;
  const { ids, ...sorting } = useSavedOrder(
    items.map(({ id }) => id),
    onOrder,
  );
  const byId = new Map(items.map((item) => [item.id, item]));
  return (
    <SortableList
      {...sorting}
      label={label}
      items={ids.flatMap((id) => byId.get(id) ?? [])}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      className={className}
      rowClassName="flex items-center gap-1 rounded-md"
    >
      {(item) => <div className="min-w-0 flex-1">{children(item)}</div>}
    </SortableList>
  );
}

/**
 * The new order shows at once; when the last save has ended, the loaded order shows again: also the old one, after a
 * refusal.
 */
function useSavedOrder(given: string[], onOrder: (ids: string[]) => Promise<unknown>) {
  /** The unsaved order; null: the given one. */
  const [own, setOwn] = useState<string[] | null>(null);
  const latest = useRef<string[] | null>(null);
  latest.current = own;
  /** The order at the start of a drag. */
  const before = useRef<string[] | null>(null);
  const saves = useRef({ begun: 0, over: 0 });
  const ids = own ? arrange(own, given) : given;

  /** Nothing is dragged, and every save has ended. */
  function settle() {
    const { begun, over } = saves.current;
    if (begun === over && !before.current) setOwn(null);
  }
  function order(next: string[] | null) {
    latest.current = next;
    setOwn(next);
  }
  async function save() {
    const old = before.current;
    before.current = null;
    const next = latest.current;
    if (!next || next.join() === old?.join()) return settle();
    saves.current.begun += 1;
    const turn = saves.current.begun;
    await onOrder(next).catch(() => {});
    // An earlier save has also ended when a later one has replaced it.
    saves.current.over = Math.max(saves.current.over, turn);
    settle();
  }

  return {
    ids,
    onMove: (from: number, to: number) => order(moved(ids, from, to)),
    onMoved: () => void save(),
    onDrag: () => {
      before.current = ids;
    },
    onCancel: () => {
      order(before.current);
      before.current = null;
      settle();
    },
  };
}
