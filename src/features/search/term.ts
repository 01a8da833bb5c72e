/** Longest term; no stored text is near it. */
export const longestTerm = 1000;

export type Term =
  | { kind: 'none' }
  /** Longer than `longestTerm`: nothing is searched, and the page says so. */
  | { kind: 'too-long' }
  | { kind: 'text'; text: string };

/**
 * A term from a URL or form, trimmed, without characters that no stored text can hold; blank ones are ignored
 * (SRC-11).
 */
export function readTerm(typed: string | null | undefined): Term {
  const text = (typed ?? '').toWellFormed().replaceAll('\u0000', '').trim();
  if (text === '') return { kind: 'none' };
  return text.length > longestTerm ? { kind: 'too-long' } : { kind: 'text', text };
}

/** The distinct words of a folded term, longest first, because it narrows the most. */
export const wordsOf = (folded: string): string[] =>
  [...new Set(folded.split(/\s+/u).filter(Boolean))].sort((a, b) => b.length - a.length);

/** A LIKE pattern for "contains", with wildcards escaped (SRC-15). */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
