// biome-ignore-all lint/style/noNonNullAssertion: a table that is filled row by row
/** Lower case without accents, for comparing. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLocaleLowerCase('pt-BR');

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

/** How a folded word sounds in Portuguese: words that differ only in spelling sound alike. */
export const soundOf = (word: string): string =>
  word
    .replace(/ph/g, 'f')
    .replace(/[cs]h/g, 'x')
    .replace(/h/g, '')
    .replace(/sc(?=[ei])|c(?=[eiy])|z/g, 's')
    .replace(/qu(?=[eiy])|[cq]/g, 'k')
    .replace(/g(?=[ei])/g, 'j')
    .replace(/gu(?=[ei])/g, 'g')
    .replace(/w/g, 'v')
    .replace(/y/g, 'i')
    .replace(/m(?=[^aeiou]|$)/g, 'n')
    .replace(/(.)\1+/g, '$1');

/** The same without the vowels that are confused when they are not stressed. */
const vagueSoundOf = (word: string): string => soundOf(word).replace(/e/g, 'i').replace(/o/g, 'u');

const keyRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const keyAt = new Map(
  keyRows.flatMap((row, y) => [...row].map((key, x) => [key, { x: x + y / 2, y }] as const)),
);
const areNeighbours = (one = '', other = ''): boolean => {
  const [a, b] = [keyAt.get(one), keyAt.get(other)];
  return a !== undefined && b !== undefined && Math.abs(a.x - b.x) <= 1 && Math.abs(a.y - b.y) <= 1;
};

/** Letters by which two spellings of one sound differ at most (`ph`, `sch`, doubled letters). */
const mostLetters = 3;

/**
 * How unlikely it is that a typed word means this one; infinite when they are merely alike, as `camelo` and `cabelo`:
 * people write by ear, swap, lose or double a letter, or hit the key beside.
 */
function doubt(typed: string, word: string): number {
  if (typed.length < 4 || Math.abs(typed.length - word.length) > mostLetters) return Number.POSITIVE_INFINITY;
  if (soundOf(typed) === soundOf(word)) return 0;
  if (typed.length >= 6 && vagueSoundOf(typed) === vagueSoundOf(word)) return 0.5;
  const slips = slipsBetween(typed, word, 2);
  // An ending of its own is another form or another word: `decolando` is no `descolado`.
  if (slips === 2)
    return typed.length >= 9 && typed.slice(-3) === word.slice(-3) ? 2 : Number.POSITIVE_INFINITY;
  if (slips > 2 || typed.length < 5) return Number.POSITIVE_INFINITY;
  if (typed.length !== word.length) return typed.length >= 6 ? 1 : Number.POSITIVE_INFINITY;
  const wrong = [...typed].flatMap((letter, at) => (letter === word[at] ? [] : [at]));
  if (wrong.length === 2) return 1;
  const [at = 0] = wrong;
  const isNear = typed.length >= 6 && areNeighbours(typed[at], word[at]);
  return isNear || typed.length >= 8 ? 1.5 : Number.POSITIVE_INFINITY;
}

export interface KnownWord {
  word: string;
  lexeme: string;
  /** Packages that have it. */
  packages: number;
  /** As it is spelt, with accents, where that is known. */
  shown?: string;
}

/** The most doubt that one slip of the ear or the hand leaves. */
const sure = 1.5;

/** The word of the catalogue that a typed one means, and whether that is a guess; null when it resembles none. */
export function nearestWord(
  typed: string,
  known: readonly KnownWord[],
): (KnownWord & { isGuess: boolean }) | null {
  const near = known
    .map((each) => ({ each, doubt: doubt(typed, each.word) }))
    .filter((each) => each.doubt < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.doubt - other.doubt || other.each.packages - one.each.packages);
  const [best] = near;
  return best ? { ...best.each, isGuess: best.doubt > sure } : null;
}

/** Two words written as one ('hiphop', 'bemvindo'), the second perhaps a stop word: every way to cut them. */
export const cutsOf = (typed: string): [string, string][] =>
  Array.from({ length: Math.max(0, typed.length - 4) }, (_, at): [string, string] => [
    typed.slice(0, at + 3),
    typed.slice(at + 3),
  ]).filter(([head, tail]) => head.length > 3 || tail.length > 2);
