/** A stored value with its version, by which conflicts are detected. */
export interface Stored<T> {
  content: T;
  version: string | number;
}

/** An editor's state: the stored value, the unsaved text, and another person's save. */
export interface Draft<T, S extends Stored<T> = Stored<T>> {
  base: S;
  /** Null: nothing unsaved. */
  text: T | null;
  theirs: S | null;
  /** The last version seen, to detect a new one. */
  seen: S['version'];
  /** Counts up when the text was replaced from outside: lists then reset their keys. */
  revision: number;
}

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const openDraft = <T, S extends Stored<T>>(base: S): Draft<T, S> => ({
  base,
  text: null,
  theirs: null,
  seen: base.version,
  revision: 0,
});

export const textOf = <T, S extends Stored<T>>(draft: Draft<T, S>): T => draft.text ?? draft.base.content;

/** Sets the text; equal to the stored value, nothing is unsaved. */
export const write = <T, S extends Stored<T>>(draft: Draft<T, S>, text: T): Draft<T, S> => ({
  ...draft,
  text: isSame(text, draft.base.content) ? null : text,
});

/** New loader data: taken over unless something is unsaved. */
export function arrive<T, S extends Stored<T>>(draft: Draft<T, S>, stored: S): Draft<T, S> {
  if (stored.version === draft.seen) return draft;
  const news = { ...draft, seen: stored.version };
  if (stored.version === draft.base.version) return news;
  if (draft.text !== null && !isSame(draft.text, stored.content)) return { ...news, theirs: stored };
  return { ...news, base: stored, text: null, theirs: null, revision: draft.revision + 1 };
}

/** A save succeeded; text typed since stays unsaved. */
export function settle<T, S extends Stored<T>>(draft: Draft<T, S>, sent: T, stored: S): Draft<T, S> {
  const isWhole = draft.text === null || isSame(draft.text, sent);
  const text = isWhole ? null : draft.text;
  const isOther = isWhole && !isSame(sent, stored.content);
  return { ...draft, base: stored, text, theirs: null, revision: draft.revision + (isOther ? 1 : 0) };
}

export const meet = <T, S extends Stored<T>>(draft: Draft<T, S>, theirs: S): Draft<T, S> => ({
  ...draft,
  theirs,
});

/** Takes the other text and discards the local one. */
export const takeTheirs = <T, S extends Stored<T>>(draft: Draft<T, S>): Draft<T, S> =>
  draft.theirs
    ? { ...draft, base: draft.theirs, text: null, theirs: null, revision: draft.revision + 1 }
    : draft;

/** Keeps the local text: the next save overwrites the other. */
export const keepMine = <T, S extends Stored<T>>(draft: Draft<T, S>): Draft<T, S> =>
  draft.theirs ? write({ ...draft, base: draft.theirs, theirs: null }, textOf(draft)) : draft;

/** Loads an earlier version into the form, unsaved. */
export const bringBack = <T, S extends Stored<T>>(draft: Draft<T, S>, text: T): Draft<T, S> => ({
  ...write(draft, text),
  revision: draft.revision + 1,
});

export const discard = <T, S extends Stored<T>>(draft: Draft<T, S>): Draft<T, S> => ({
  ...draft,
  text: null,
  revision: draft.revision + 1,
});
