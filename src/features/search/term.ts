/** Longest term that is looked for; no title, tag or name is near it. */
export const longestTerm = 1000;

/** What someone typed, ready to be looked for. */
export type Term =
  | { kind: 'none' }
  /** Longer than `longestTerm`: nothing is looked for, and the page says so. */
  | { kind: 'too-long' }
  | { kind: 'text'; text: string };

/**
 * Reads a term as it came from an address or a form: trimmed, blank ones ignored (SRC-11), without the characters
 * that no stored text can hold.
 */
export function readTerm(typed: string | null | undefined): Term {
  const text = (typed ?? '').toWellFormed().replaceAll('\u0000', '').trim();
  if (text === '') return { kind: 'none' };
  return text.length > longestTerm ? { kind: 'too-long' } : { kind: 'text', text };
}

/** The words of a folded term, each once, the longest first: it narrows the most. */
export const wordsOf = (folded: string): string[] =>
  [...new Set(folded.split(/\s+/u).filter(Boolean))].sort((a, b) => b.length - a.length);

/** A LIKE pattern for "contains": its own wildcards and the escape sign stand for themselves (SRC-15). */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
