import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import Trash from 'lucide-react/icons/trash-2';
import { type ReactNode, useRef, useState } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { moved, SortableList } from '#ui/sortable-list.tsx';

interface EditableListProps<T> {
  label: string;
  /** What one line is called: `Pergunta`. */
  noun: string;
  items: readonly T[];
  onChange(items: T[]): void;
  create(): T;
  addLabel: string;
  empty: string;
  max: number;
  children(item: T, at: number, change: (item: T) => void): ReactNode;
}

let lastKey = 0;
const newKey = () => `line-${++lastKey}`;

/** Lines that can be added, edited, moved and removed. */
export function EditableList<T>(props: EditableListProps<T>) {
  const { label, noun, items, onChange, create, addLabel, empty, max, children } = props;
  const list = useRef<HTMLDivElement>(null);
  const lines = useLines(items, onChange);
  const nameOf = (at: number) => `${noun} ${at + 1}`;
  const focusLine = (at: number) =>
    requestAnimationFrame(() =>
      list.current?.querySelectorAll('li')[at]?.querySelector<HTMLElement>('input, textarea')?.focus(),
    );
  function add() {
    lines.add(create());
    focusLine(items.length);
  }
  function remove(at: number) {
    lines.remove(at);
    if (items.length > 1) focusLine(Math.min(at, items.length - 2));
  }

  return (
    <div ref={list} className="grid gap-3">
      {items.length === 0 ? <p className="text-sm text-muted">{empty}</p> : null}
      <SortableList
        label={label}
        items={items}
        keyOf={(_, at) => lines.keys[at] ?? `new-${at}`}
        nameOf={(_, at) => nameOf(at)}
        onMove={lines.move}
        className="gap-2.5"
        rowClassName="grid grid-cols-[auto_1fr_auto] items-start gap-x-2 gap-y-1 rounded-md bg-raised p-2 shadow-sm"
      >
        {(item, at, shift) => (
          <>
            <div className="col-span-full row-start-2 min-w-0 sm:col-span-1 sm:col-start-2 sm:row-start-1">
              {children(item, at, (next) => onChange(items.map((old, index) => (index === at ? next : old))))}
            </div>
            <LineButtons
              name={nameOf(at)}
              isFirst={at === 0}
              isLast={at === items.length - 1}
              onShift={shift}
              onRemove={() => remove(at)}
            />
          </>
        )}
      </SortableList>
      <Button
        size="sm"
        className="justify-self-start"
        onClick={add}
        type="button"
        disabled={items.length >= max}
      >
        <Plus aria-hidden="true" />
        {addLabel}
      </Button>
    </div>
  );
}

/** Changes the lines; each keeps its key, because two may have the same text. */
function useLines<T>(items: readonly T[], onChange: (items: T[]) => void) {
  const [keys, setKeys] = useState<string[]>(() => items.map(newKey));
  return {
    keys,
    add(item: T) {
      onChange([...items, item]);
      setKeys((old) => [...old, newKey()]);
    },
    move(from: number, to: number) {
      onChange(moved(items, from, to));
      setKeys((old) => moved(old, from, to));
    },
    remove(at: number) {
      onChange(items.filter((_, index) => index !== at));
      setKeys((old) => old.filter((_, index) => index !== at));
    },
  };
}

interface LineButtonsProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onShift(by: number): void;
  onRemove(): void;
}

function LineButtons({ name, isFirst, isLast, onShift, onRemove }: LineButtonsProps) {
  return (
    <div className="col-start-3 row-start-1 flex">
      <IconButton size="sm" label={`Subir ${name}`} disabled={isFirst} onClick={() => onShift(-1)}>
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={`Descer ${name}`} disabled={isLast} onClick={() => onShift(1)}>
        <ArrowDown aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={`Remover ${name}`} onClick={onRemove}>
        <Trash aria-hidden="true" />
      </IconButton>
    </div>
  );
}
