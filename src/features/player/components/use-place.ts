import { type KeyboardEvent, useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { readKept, writeKept } from '#platform/kept.ts';
import { keptNames, parseKeptPlace } from '../kept.ts';
import { cardSize, centred, inside, movedByKey, type Place, type Size } from '../placement.ts';

let known: Size = { width: 0, height: 0 };

function readWindow(): Size {
  const { clientWidth: width } = document.documentElement;
  const { innerHeight: height } = window;
  if (known.width !== width || known.height !== height) known = { width, height };
  return known;
}

function onResize(run: () => void): () => void {
  window.addEventListener('resize', run);
  return () => window.removeEventListener('resize', run);
}

/** The card's position, inside the window; the wanted one is kept for a window that grows (MIN-02, MIN-03). */
export function usePlace(size: Size): {
  place: Place;
  move: (place: Place) => void;
  onKeyDown: (event: KeyboardEvent) => void;
} {
  const room = useSyncExternalStore(onResize, readWindow);
  const [wish, setWish] = useState(() => parseKeptPlace(readKept(keptNames.place)));
  // The minimised form is aligned with the right edge of the card.
  const shift = cardSize.width - size.width;
  const place = useMemo(() => {
    const { x, y } = inside(wish ?? centred(cardSize, room), cardSize, room);
    return inside({ x: x + shift, y }, size, room);
  }, [wish, room, size, shift]);

  const move = useCallback(
    (to: Place) => {
      const { x, y } = inside(to, size, room);
      const next = { x: x - shift, y };
      setWish(next);
      writeKept(keptNames.place, JSON.stringify(next));
    },
    [room, size, shift],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedByKey(place, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    move(next);
  };
  return { place, move, onKeyDown };
}
