import { useEffect, useRef, useState } from 'react';
import {
  arrive,
  bringBack,
  type Draft,
  discard,
  keepMine,
  meet,
  openDraft,
  type Stored,
  settle,
  takeTheirs,
  textOf,
  write,
} from '#platform/draft.ts';

export interface Editor<T, S extends Stored<T> = Stored<T>> {
  /** What stands in the form. */
  content: T;
  /** What is stored, as far as this editor knows: its version is the one to name when saving. */
  base: S;
  /** What another person saved meanwhile, while it is not decided whose text goes on. */
  theirs: S | null;
  isDirty: boolean;
  /** A save is on its way: what is read meanwhile may be one's own. */
  isSaving: boolean;
  revision: number;
  change(part: Partial<T>): void;
  /** A save begins; gives the text that stands in the form now. */
  begin(): T;
  /** The save is over: what is stored now, or that nothing is. */
  end(outcome?: { sent: T; stored: S }): void;
  meet(theirs: S): void;
  takeTheirs(): void;
  keepMine(): void;
  discard(): void;
  bringBack(text: T): void;
}

/**
 * A text that an administrator edits while others may do the same. What others save is taken over as long as nothing is
 * written here; otherwise the person decides whose text goes on.
 * @param loaded what the page's loader gave
 */
export function useEditor<S extends Stored<object>>(loaded: S): Editor<S['content'], S> {
  type State = Draft<S['content'], S>;
  const [held, setHeld] = useState<State>(() => openDraft(loaded));
  const [isSaving, setSaving] = useState(false);
  const draft = isSaving ? held : arrive(held, loaded);
  if (draft !== held) setHeld(draft);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  return {
    content: textOf(draft),
    base: draft.base,
    theirs: draft.theirs,
    isDirty: draft.text !== null,
    isSaving,
    revision: draft.revision,
    change: (part) => setHeld((now) => write(now, { ...textOf(now), ...part })),
    begin() {
      setSaving(true);
      return textOf(latest.current);
    },
    end(outcome) {
      setSaving(false);
      if (outcome) setHeld((now) => settle(now, outcome.sent, outcome.stored));
    },
    meet: (theirs) => setHeld((now) => meet(now, theirs)),
    takeTheirs: () => setHeld(takeTheirs),
    keepMine: () => setHeld(keepMine),
    discard: () => setHeld(discard),
    bringBack: (text) => setHeld((now) => bringBack(now, text)),
  };
}
