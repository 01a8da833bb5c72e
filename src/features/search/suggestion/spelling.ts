/** A word as it is compared: lower case, without accents. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLocaleLowerCase('pt-BR');

/** The words of a text, of letters and digits. */
export const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{Mn}\p{N}]+/gu) ?? [];

/** Letters of the shortest word that is put right: everything is near to a shorter one. */
export const shortest = 4;
/** How many letters of a word may be wrong. */
const slipsAllowed = (length: number): number => (length < 7 ? 1 : 2);

/**
 * How many letters have to be changed, added, left out or swapped with their neighbour to make one word of the other;
 * `most + 1` as soon as it is more than `most`.
 */
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

/**
 * The term with each unknown word put right, or null: nothing is wrong with it, or some word is like none.
 * @param known words by their plain form, the most frequent first, which wins among equally near ones
 */
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
