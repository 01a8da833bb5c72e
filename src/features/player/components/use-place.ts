import { type KeyboardEvent, useCallback, useEffect, useMemo, useState } from 'react';
import { readKept, writeKept } from '#platform/kept.ts';
import { keptNames, parseKeptPlace } from '../kept.ts';
import {
  cardSize,
  centred,
  givingWay,
  inside,
  low,
  movedByKey,
  type Place,
  type Size,
} from '../placement.ts';
import { useInTheWay } from './use-in-the-way.ts';

const readWindow = (): Size => ({
  width: document.documentElement.clientWidth,
  height: window.innerHeight,
});

/** The window without its scroll bar. Not read on each render: that would lay out the page within the click on play. */
function useWindow(): Size {
  const [size, setSize] = useState(readWindow);
  useEffect(() => {
    const read = () => {
      const now = readWindow();
      setSize((old) => (old.width === now.width && old.height === now.height ? old : now));
    };
    // A scroll bar that comes or goes resizes the page only.
    const observer = new ResizeObserver(read);
    observer.observe(document.documentElement);
    window.addEventListener('resize', read);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', read);
    };
  }, []);
  return size;
}

/** Milliseconds in the middle of the window, where it is first shown (MIN-02, A-106). */
const shownFor = 2000;
const pressLength = 300;

/**
 * The card's position, inside the window. First shown in the middle, it goes to the lower edge after two seconds or at
 * the person's next action; later it stands where it stood last. It gives way to what it would cover; the wanted place
 * is kept for a window that grows and for when the way is free again.
 */
export function usePlace(size: Size): {
  place: Place;
  /** At the lower edge: pages leave room for it there. */
  isLow: boolean;
  move: (place: Place) => void;
  onKeyDown: (event: KeyboardEvent) => void;
} {
  const room = useWindow();
  const [wish, setWish] = useState(
    () => parseKeptPlace(readKept(keptNames.place)) ?? (size === cardSize ? null : 'low'),
  );
  const keep = useCallback((next: Place | 'low') => {
    setWish(next);
    writeKept(keptNames.place, JSON.stringify(next));
  }, []);
  useFirstShow(wish === null, keep);
  const boxes = useInTheWay();
  // The minimised form is aligned with the right edge of a card that was dragged.
  const shift = cardSize.width - size.width;
  const place = useMemo(() => {
    if (wish === null) return inside(centred(size, room), size, room);
    if (wish === 'low') return givingWay(inside(low(size, room), size, room), size, room, boxes);
    const { x, y } = inside(wish, cardSize, room);
    return givingWay(inside({ x: x + shift, y }, size, room), size, room, boxes);
  }, [wish, room, size, shift, boxes]);

  const move = useCallback(
    (to: Place) => {
      const { x, y } = inside(to, size, room);
      keep({ x: x - shift, y });
    },
    [room, size, shift, keep],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedByKey(place, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    move(next);
  };
  return { place, isLow: wish === 'low', move, onKeyDown };
}

/** What a person does beside the player. */
const actions = ['pointerdown', 'keydown', 'wheel', 'focusin'] as const;

/** Sends the card to the lower edge, while it is first shown. */
function useFirstShow(isFirst: boolean, keep: (place: 'low') => void): void {
  useEffect(() => {
    if (!isFirst) return;
    let timer: ReturnType<typeof setTimeout>;
    const leave = () => keep('low');
    // Not under a finger that is about to press something on it.
    const leaveUnlessPressed = () => {
      if (document.querySelector('[data-player]:active')) timer = setTimeout(leaveUnlessPressed, pressLength);
      else leave();
    };
    timer = setTimeout(leaveUnlessPressed, shownFor);
    const act = (event: Event) => {
      if (!(event.target instanceof Element && event.target.closest('[data-player]'))) leave();
    };
    for (const name of actions) window.addEventListener(name, act, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const name of actions) window.removeEventListener(name, act, { capture: true });
    };
  }, [isFirst, keep]);
}
