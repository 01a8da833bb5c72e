import { cutText } from '#platform/letters.ts';

/**
 * A name as Drive tells it, in one line that can be stored and shown: without control characters, NUL among them, and
 * without marks that turn the text around them; at most a thousand characters. Emoji and their joiners stay. Empty
 * when nothing is left.
 */
export const readDriveName = (given: string): string =>
  cutText(
    given
      .toWellFormed()
      .normalize('NFC')
      .replace(/\s*\p{Cc}+\s*/gu, ' ')
      .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
      .trim(),
    1000,
  );

/** What stands in the place of a name that is none. */
export const unnamed = 'Sem nome';
