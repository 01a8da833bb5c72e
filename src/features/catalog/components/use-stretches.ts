import { useEffect, useMemo, useReducer } from 'react';
import { keepNewest } from '#platform/elements.ts';
import { perStretch } from '../model.ts';
import { stretchesOf } from '../wall.ts';

export type LoadStretch<Item> = (offset: number) => Promise<Item[]>;

interface Stretches {
  items: Map<number, unknown[]>;
  asked: Set<number>;
  readAt: number;
}

const noStretches = (): Stretches => ({ items: new Map(), asked: new Set(), readAt: Date.now() });

/** Milliseconds that stretches are cached for a return to the list, and number of cached lists. */
const memory = 5 * 60_000;
const most = 6;
const known = new Map<string, Stretches>();

function stretchesUnder(key: string): Stretches {
  if (typeof window === 'undefined') return noStretches();
  const cached = known.get(key);
  if (cached && Date.now() - cached.readAt < memory) return cached;
  const fresh = noStretches();
  keepNewest(known, key, fresh, most);
  return fresh;
}

interface StretchesInput<Item> {
  listKey: string;
  first: Item[];
  load: LoadStretch<Item>;
  from: number;
  to: number;
}

/** What a long list shows, fetched in stretches on scrolling and cached; undefined until loaded. */
export function useStretches<Item>({ listKey, first, load, from, to }: StretchesInput<Item>) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const stretches = useMemo(() => stretchesUnder(listKey), [listKey]);
  stretches.items.set(0, first);

  useEffect(() => {
    // Debounced: stretches that only scroll past are not fetched.
    const timer = setTimeout(() => {
      for (const offset of to < from ? [] : stretchesOf(from, to, perStretch)) {
        if (stretches.items.has(offset) || stretches.asked.has(offset)) continue;
        stretches.asked.add(offset);
        load(offset)
          .then((items) => {
            stretches.items.set(offset, items);
            redraw();
          })
          .catch(() => {})
          .finally(() => stretches.asked.delete(offset));
      }
    }, 60);
    return () => clearTimeout(timer);
  }, [stretches, load, from, to]);

  // A key belongs to one list, and so to one sort of items.
  return (index: number): Item | undefined =>
    stretches.items.get(index - (index % perStretch))?.[index % perStretch] as Item | undefined;
}
