import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** What a form holds; which version it edits is no change of it. */
const textOf = (form: HTMLFormElement): string =>
  JSON.stringify([...new FormData(form)].filter(([name]) => name !== 'version'));

/**
 * Whether a form holds something else than at its beginning.
 * @param edition counts its beginnings: with another one, what it holds then is nothing changed
 * @returns with `look`, to be called after each change
 */
export function useChanges(form: RefObject<HTMLFormElement | null>, edition = 0) {
  const first = useRef<{ edition: number; text: string }>(null);
  const [isChanged, setChanged] = useState(false);
  const look = useCallback(() => {
    if (!form.current) return;
    const text = textOf(form.current);
    if (first.current?.edition !== edition) first.current = { edition, text };
    setChanged(text !== first.current.text);
  }, [form, edition]);
  useEffect(look, [look]);
  return { isChanged, look };
}
