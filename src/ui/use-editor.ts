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
  /** The form's content. */
  content: T;
  /** The known stored value; its version is sent with a save. */
  base: S;
  /** Another person's save, while the conflict is undecided. */
  theirs: S | null;
  isDirty: boolean;
  /** A save is in flight: data read meanwhile may be our own. */
  isSaving: boolean;
  revision: number;
  change(part: Partial<T>): void;
  /** Starts a save; returns the current text. */
  begin(): T;
  /** Ends a save, with what is stored now, if anything is. */
  end(outcome?: { sent: T; stored: S }): void;
  meet(theirs: S): void;
  takeTheirs(): void;
  keepMine(): void;
  discard(): void;
  bringBack(text: T): void;
}

/**
 * State of an editor: takes over others' saves while nothing is changed here; otherwise the person decides (A-66).
 * @param loaded from the page's loader
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
