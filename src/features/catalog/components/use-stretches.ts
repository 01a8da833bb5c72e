import { useEffect, useMemo, useReducer } from 'react';
import { type PackageCard, perStretch } from '../model.ts';
import { stretchesOf } from '../wall.ts';

export type LoadStretch = (offset: number) => Promise<PackageCard[]>;

interface Stretches {
  cards: Map<number, PackageCard[]>;
  asked: Set<number>;
  readAt: number;
}

const noStretches = (): Stretches => ({ cards: new Map(), asked: new Set(), readAt: Date.now() });

/** Milliseconds that stretches are kept for someone who comes back to the list, and how many lists are. */
const memory = 5 * 60_000;
const most = 6;
const known = new Map<string, Stretches>();

function stretchesUnder(key: string): Stretches {
  if (typeof window === 'undefined') return noStretches();
  const there = known.get(key);
  if (there && Date.now() - there.readAt < memory) return there;
  const fresh = noStretches();
  known.delete(key);
  known.set(key, fresh);
  if (known.size > most) known.delete(known.keys().next().value!);
  return fresh;
}

interface StretchesInput {
  /** Names the list: what it holds and how it is narrowed. */
  listKey: string;
  /** The beginning of the list, as the page was loaded with it. */
  first: PackageCard[];
  load: LoadStretch;
  /** The packages in sight. */
  from: number;
  to: number;
}

/**
 * The packages of a long list, fetched stretch by stretch as they come into sight, and kept for a while for those
 * who come back. Gives the package at a place; undefined until it has arrived.
 */
export function useStretches({ listKey, first, load, from, to }: StretchesInput) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const stretches = useMemo(() => stretchesUnder(listKey), [listKey]);
  stretches.cards.set(0, first);

  useEffect(() => {
    // What only flies past is not fetched.
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
