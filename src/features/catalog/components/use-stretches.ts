import { useEffect, useMemo, useReducer } from 'react';
import { keepNewest } from '#platform/elements.ts';
import { type PackageCard, perStretch } from '../model.ts';
import { stretchesOf } from '../wall.ts';

export type LoadStretch = (offset: number) => Promise<PackageCard[]>;

interface Stretches {
  cards: Map<number, PackageCard[]>;
  asked: Set<number>;
  readAt: number;
}

const noStretches = (): Stretches => ({ cards: new Map(), asked: new Set(), readAt: Date.now() });

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

interface StretchesInput {
  listKey: string;
  first: PackageCard[];
  load: LoadStretch;
  from: number;
  to: number;
}

/** A long list's packages, fetched in stretches on scrolling and cached; undefined until loaded. */
export function useStretches({ listKey, first, load, from, to }: StretchesInput) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const stretches = useMemo(() => stretchesUnder(listKey), [listKey]);
  stretches.cards.set(0, first);

  useEffect(() => {
    // Debounced: stretches that only scroll past are not fetched.
    const timer = setTimeout(() => {
      for (const offset of to < from ? [] : stretchesOf(from, to, perStretch)) {
        if (stretches.cards.has(offset) || stretches.asked.has(offset)) continue;
        stretches.asked.add(offset);
        load(offset)
          .then((cards) => {
            stretches.cards.set(offset, cards);
            redraw();
          })
          .catch(() => {})
          .finally(() => stretches.asked.delete(offset));
      }
    }, 60);
    return () => clearTimeout(timer);
  }, [stretches, load, from, to]);

  return (index: number): PackageCard | undefined =>
    stretches.cards.get(index - (index % perStretch))?.[index % perStretch];
}
