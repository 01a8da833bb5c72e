const stops =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex]:not([tabindex="-1"])';

/** What takes the focus for a while and gives it back. */
const islands = '[role="dialog"], [role="menu"], [data-toast]';

/** The place that a removed element left. */
interface Gap {
  removed: Element;
  parent: Node;
  previous: Node | null;
  next: Node | null;
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

const canHold = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  !element.closest('[inert]') &&
  element.checkVisibility();

const stopsIn = (place: ParentNode): HTMLElement[] =>
  [...place.querySelectorAll<HTMLElement>(stops)].filter(canHold);

const isAfter = (place: Node, stop: Node): boolean =>
  (place.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** While a script moves the focus, which must not move the page. */
let isQuiet = false;

function focusQuietly(target: HTMLElement): void {
  isQuiet = true;
  target.focus({ preventScroll: true });
  isQuiet = false;
}

/** Scrolls what has the focus out from under the bars: browsers leave alone what is in the window already. */
function clear(target: HTMLElement): void {
  if (!target.matches(':focus-visible') || !target.closest('main, footer') || target.closest('[data-bar]'))
    return;
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const { top, bottom } = target.getBoundingClientRect();
  const above = top - Number.parseFloat(scrollPaddingTop);
  const below = bottom - (window.innerHeight - Number.parseFloat(scrollPaddingBottom));
  if (above < 0) window.scrollBy(0, above);
  else if (below > 0) window.scrollBy(0, Math.min(above, below));
}

/** Moves the focus to the page's title, or to that of the section in the address; does not scroll. */
export function focusTitle(hash = ''): void {
  const section = hash ? document.getElementById(hash.slice(1)) : null;
  const title =
    section?.querySelector<HTMLElement>('h1, h2, h3') ?? document.querySelector<HTMLElement>('main h1');
  title?.setAttribute('tabindex', '-1');
  if (title) focusQuietly(title);
}

/**
 * Keeps what has the focus in sight, and gives the focus back when its element is disabled or removed: to the element as
 * soon as it can have it, to what had it before a dialog, a menu or a message, or to what follows the gap. A click beside
 * everything leaves no focus to keep.
 * @returns a function that stops
 */
export function keepFocus(): () => void {
  let last: HTMLElement | null = null;
  let island: Element | null = null;
  /** What had the focus before each island; one may be over another, such as a dialog over the listening desk. */
  const openers = new WeakMap<Element, HTMLElement>();
  let gap: Gap | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const entered = target.closest(islands);
    if (entered && entered !== island && last && !openers.has(entered)) openers.set(entered, last);
    island = entered;
    last = target;
    gap = null;
    if (!isQuiet) clear(target);
  };
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget || target !== last) return;
    // Elements blur too when they are being removed.
    queueMicrotask(() => {
      if (target === last && last && isLost() && canHold(last)) last = null;
    });
  };
  const giveBack = () => {
    if (!last || !isLost()) return;
    if (last.isConnected) return canHold(last) ? focusQuietly(last) : undefined;
    const opener = island && openers.get(island);
    const back = island && !island.isConnected ? opener && sameAs(opener) : gap && follower(gap, last);
    if (back) focusQuietly(back);
    else focusTitle();
  };
  const observer = new MutationObserver((records) => {
    if (!last || !isLost()) return;
    for (const record of records) gap = gapOf(record, gap?.parent ?? last) ?? gap;
    clearTimeout(timer);
    // In a task of its own: dialogs and menus give the focus back in one.
    timer = setTimeout(giveBack);
  });

  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['disabled', 'inert'] });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('focusout', onBlur);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('focusout', onBlur);
  };
}

/** The gap that a change left, if it removed `lost`. */
function gapOf(
  { target, removedNodes, previousSibling, nextSibling }: MutationRecord,
  lost: Node,
): Gap | null {
  for (const removed of removedNodes) {
    if (removed instanceof Element && !removed.isConnected && removed.contains(lost))
      return { removed, parent: target, previous: previousSibling, next: nextSibling };
  }
  return null;
}

/** The element, or the one of its name when its list was drawn anew. */
function sameAs(element: HTMLElement): HTMLElement | undefined {
  const nameOf = (one: HTMLElement) => one.getAttribute('aria-label') ?? one.textContent;
  return canHold(element) ? element : stopsIn(document).find((one) => nameOf(one) === nameOf(element));
}

/** The same control of the next or the previous row; else the next or the previous control. */
function follower({ removed, parent, previous, next }: Gap, last: HTMLElement): HTMLElement | undefined {
  const at = [...removed.querySelectorAll(stops)].indexOf(last);
  for (const row of [next, previous]) {
    const same = row instanceof Element && row.nodeName === removed.nodeName ? stopsIn(row)[at] : undefined;
    if (same) return same;
  }
  const place = parent instanceof Element ? parent.closest(`${islands}, main`) : null;
  const all = stopsIn(place ?? document);
  const follows = (stop: Node) =>
    previous?.isConnected ? isAfter(previous, stop) && !previous.contains(stop) : isAfter(parent, stop);
  return all.find(follows) ?? all.at(-1);
}
