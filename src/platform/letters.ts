/** Letters as people see them: an emoji that is joined of several signs is one, and so is a letter with its accents. */
let letters: Intl.Segmenter | undefined;

/**
 * The beginning of a text, of at most so many units (`length`), with no letter cut in two; where the first letter alone
 * is longer, as much of it as fits.
 */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  letters ??= new Intl.Segmenter('pt-BR');
  const end = letters.segment(text).containing(longest)?.index;
  return text.slice(0, end || longest).toWellFormed();
}

/** The first letter of a text; empty when there is none. */
export function firstLetter(text: string): string {
  // Browsers of before 2024 may not know; an emoji may then come apart.
  if (!('Segmenter' in Intl)) return [...text][0] ?? '';
  letters ??= new Intl.Segmenter('pt-BR');
  return letters.segment(text).containing(0)?.segment ?? '';
}
