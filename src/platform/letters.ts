import { lazily } from './lazily.ts';

/** Segments text into graphemes: a joined emoji is one letter, and so is a letter with its accents. */
const letters = lazily(() => new Intl.Segmenter('pt-BR'));

/** The first `longest` code units of a text, without splitting a grapheme unless the first is longer. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = letters().segment(text).containing(longest)?.index;
  return text.slice(0, end || longest).toWellFormed();
}

/** The first grapheme of a text; empty when there is none. */
export function firstLetter(text: string): string {
  // Most names: no mark follows the first letter, so that no segmenter is needed.
  if (/^[\u0020-\u02ff]{2}/.test(text)) return text.slice(0, 1);
  // Browsers before 2024 may lack it; a joined emoji may then be split.
  if (!('Segmenter' in Intl)) return [...text][0] ?? '';
  return letters().segment(text).containing(0)?.segment ?? '';
}
