import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Plus from 'lucide-react/icons/plus';
import Trash from 'lucide-react/icons/trash-2';
import { type ReactNode, useRef, useState } from 'react';
import { moved } from '#platform/draft.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { useLineDrag } from './use-line-drag.ts';

interface SortableListProps<T> {
  /** Accessible name. */
  label: string;
  /** One line's name: `pergunta`. */
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
const newKey = () => ++lastKey;

/** Lines that can be added, edited, moved (by drag, by buttons, by arrow keys on the grip) and removed. */
export function SortableList<T>(props: SortableListProps<T>) {
  const { label, noun, items, onChange, create, addLabel, empty, max, children } = props;
  const [keys, setKeys] = useState<number[]>(() => items.map(newKey));
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);

  function move(from: number, to: number) {
    if (to < 0 || to >= items.length || from === to) return;
    onChange(moved(items, from, to));
    setKeys((old) => moved(old, from, to));
    setSaid(`${noun}: agora na posição ${to + 1} de ${items.length}`);
  }
  const { dragged, onGrip } = useLineDrag(list, move);

  function focusLine(at: number) {
    requestAnimationFrame(() => {
      const line = list.current?.children[at];
      line?.querySelector<HTMLElement>('input, textarea')?.focus();
    });
  }
  function add() {
    onChange([...items, create()]);
    setKeys((old) => [...old, newKey()]);
    focusLine(items.length);
  }
  function remove(at: number) {
    onChange(items.filter((_, index) => index !== at));
    setKeys((old) => old.filter((_, index) => index !== at));
    setSaid(`Removido: ${noun} ${at + 1}`);
    if (items.length > 1) focusLine(Math.min(at, items.length - 2));
  }

  return (
    <div className="grid gap-3">
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
      {items.length === 0 ? <p className="text-sm text-muted">{empty}</p> : null}
      <ol ref={list} aria-label={label} className="grid gap-2.5">
        {items.map((item, at) => {
          const name = `${noun} ${at + 1}`;
          return (
            <li
              key={keys[at] ?? `new-${at}`}
              className={cx(
                'grid grid-cols-[auto_1fr_auto] items-start gap-x-2 gap-y-1 rounded-md bg-raised p-2 shadow-sm transition-shadow',
                dragged === at && 'shadow-lg ring-2 ring-accent',
              )}
            >
              <IconButton
                size="sm"
                label={`Mover ${name}: arraste ou use as setas`}
                className="cursor-grab touch-none active:cursor-grabbing"
                onPointerDown={(event) => onGrip(event, at)}
                onKeyDown={(event) => {
                  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
                  if (!step) return;
                  event.preventDefault();
                  const grip = event.currentTarget;
                  move(at, at + step);
                  requestAnimationFrame(() => grip.focus());
                }}
              >
                <GripVertical aria-hidden="true" />
              </IconButton>
              <div className="col-span-full row-start-2 min-w-0 sm:col-span-1 sm:col-start-2 sm:row-start-1">
                {children(item, at, (next) =>
                  onChange(items.map((old, index) => (index === at ? next : old))),
                )}
              </div>
              <div className="col-start-3 row-start-1 flex">
                <IconButton
                  size="sm"
                  label={`Subir ${name}`}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                >
                  <ArrowUp aria-hidden="true" />
                </IconButton>
                <IconButton
                  size="sm"
                  label={`Descer ${name}`}
                  disabled={at === items.length - 1}
                  onClick={() => move(at, at + 1)}
                >
                  <ArrowDown aria-hidden="true" />
                </IconButton>
                <IconButton size="sm" label={`Remover ${name}`} onClick={() => remove(at)}>
                  <Trash aria-hidden="true" />
                </IconButton>
              </div>
            </li>
          );
        })}
      </ol>
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
