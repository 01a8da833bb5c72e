import { useEffect, useState } from 'react';
import { type Box, cardSize } from '../placement.ts';

const dialogs = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [data-keep-clear]';
const fields = 'input, textarea, select, [contenteditable="true"]';

const none: Box[] = [];

/** Pixels around the card: its margin to the window, and to what it gives way to. */
const room = 24;

/** Whether the focus came by a press on something that is no field: whoever pressed it has seen it. */
let isPressed = false;

function boxOf(element: Element): Box | null {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  const [width, height] = [Math.min(innerWidth, right) - x, Math.min(innerHeight, bottom) - y];
  // Nothing can stand beside a page that has the focus as a whole.
  const isBeside =
    Math.max(x, innerWidth - x - width) > cardSize.width + room ||
    Math.max(y, innerHeight - y - height) > cardSize.height + room;
  return width > 0 && height > 0 && isBeside ? { x, y, width, height } : null;
}

function look(): Box[] {
  const focused = document.activeElement;
  const own = (element: Element) => element.closest('[data-player]') !== null;
  const elements = [...document.querySelectorAll(dialogs)];
  if (focused && focused !== document.body && !own(focused) && (!isPressed || focused.matches(fields)))
    elements.push(focused);
  const boxes = elements.flatMap((element) => boxOf(element) ?? []);
  return boxes.length > 0 ? boxes : none;
}

const isSame = (a: Box[], b: Box[]): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** What the mini player must not cover: the focus, a field, an open dialog or menu. */
export function useInTheWay(): Box[] {
  const [boxes, setBoxes] = useState<Box[]>(none);
  useEffect(() => {
    let frame = 0;
    const update = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const next = look();
        setBoxes((old) => (isSame(old, next) ? old : next));
      });
    };
    let pressed: EventTarget | null = null;
    const press = (event: Event) => {
      pressed = event.type === 'pointerdown' ? event.target : null;
    };
    const focus = (event: FocusEvent) => {
      isPressed = pressed instanceof Node && event.target instanceof Node && event.target.contains(pressed);
      pressed = null;
      update();
    };
    update();
    const stop = new AbortController();
    const options = { capture: true, passive: true, signal: stop.signal };
    window.addEventListener('pointerdown', press, options);
    window.addEventListener('keydown', press, options);
    window.addEventListener('focusin', focus, options);
    for (const name of ['focusout', 'scroll', 'resize', 'input', 'transitionend', 'animationend'])
      window.addEventListener(name, update, options);
    // Dialogs and menus are rendered at the end of the body.
    const observer = new MutationObserver(update);
    observer.observe(document.body, { childList: true });
    return () => {
      cancelAnimationFrame(frame);
      stop.abort();
      observer.disconnect();
    };
  }, []);
  return boxes;
}
