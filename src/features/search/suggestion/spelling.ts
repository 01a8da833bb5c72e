// biome-ignore-all lint/style/noNonNullAssertion: a table that is filled row by row
/** Lower case without accents, for comparing. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLocaleLowerCase('pt-BR');

export const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{Mn}\p{N}]+/gu) ?? [];

/** Shorter words are not corrected: they resemble everything. */
export const shortest = 4;
/** How many letters of a word may be wrong. */
const slipsAllowed = (length: number): number => (length < 7 ? 1 : 2);

/** Damerau-Levenshtein distance; `most + 1` as soon as it exceeds `most`. */
export function slipsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const now = [row];
    for (let at = 1; at <= other.length; at++) {
      const differs = one[row - 1] === other[at - 1] ? 0 : 1;
      let least = Math.min(last[at]! + 1, now[at - 1]! + 1, last[at - 1]! + differs);
      const isSwap = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (isSwap) least = Math.min(least, before[at - 2]! + 1);
      now.push(least);
    }
    if (Math.min(...now) > most) return most + 1;
    before = last;
    last = now;
  }
  return last[other.length]!;
}

/** Corrects unknown words; null when nothing is wrong or a word resembles none. @param known most frequent first */
export function putRight(term: string, known: ReadonlyMap<string, string>): string | null {
  let isChanged = false;
  const words: string[] = [];
  for (const typed of wordsIn(term)) {
    const right = rightWord(plain(typed), known);
    if (right === null) return null;
    isChanged ||= right.isChanged;
    words.push(right.isChanged ? right.word : typed);
  }
  return isChanged ? words.join(' ') : null;
}

function rightWord(typed: string, known: ReadonlyMap<string, string>) {
  if (typed.length < shortest) return { word: typed, isChanged: false };
  let most = slipsAllowed(typed.length);
  let nearest: string | null = null;
  for (const [form, word] of known) {
    if (form.includes(typed)) return { word: typed, isChanged: false };
    const slips = slipsBetween(typed, form, most);
    if (slips > most) continue;
    nearest = word;
    most = slips - 1;
  }
  return nearest === null ? null : { word: nearest, isChanged: true };
}
