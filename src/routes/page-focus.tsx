import { useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { focusTitle, keepFocus } from '#ui/keep-focus.ts';

/** The address whose title had its turn; outlives the document's rebuild by an error. */
let shown: string | null = null;

/** A box in the page that took the focus by itself, or in which somebody types. */
const isBox = (element: Element | null): boolean =>
  element instanceof HTMLInputElement && element.closest('main') !== null;

/** Moves the focus to the title of a page that was walked to, announces it, and keeps the focus from then on. */
export function PageFocus() {
  const { pathname, hash } = useLocation();
  const [announced, announce] = useState('');
  useEffect(keepFocus, []);
  useLayoutEffect(() => {
    const address = pathname + hash;
    if (shown !== null && shown !== address) {
      if (!isBox(document.activeElement)) focusTitle(hash);
      announce(document.title);
    }
    shown = address;
  }, [pathname, hash]);
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  );
}
