/** Numbers as people say them, folded as the database folds words; the Roman ones are those of parts, kings and popes. */
const cardinals: [number, ...string[]][] = [
  [2, 'dois', 'duas', 'ii'],
  [3, 'tres', 'iii'],
  [4, 'quatro', 'iv'],
  [5, 'cinco'],
  [6, 'seis'],
  [7, 'sete', 'vii'],
  [8, 'oito', 'viii'],
  [9, 'nove', 'ix'],
  [10, 'dez'],
  [11, 'onze', 'xi'],
  [12, 'doze', 'xii'],
  [13, 'treze', 'xiii'],
  [14, 'quatorze', 'catorze', 'xiv'],
  [15, 'quinze', 'xv'],
  [16, 'dezesseis', 'xvi'],
  [17, 'dezessete'],
  [18, 'dezoito'],
  [19, 'dezenove'],
  [20, 'vinte', 'xx'],
  [30, 'trinta'],
  [40, 'quarenta'],
  [50, 'cinquenta'],
  [60, 'sessenta'],
  [70, 'setenta'],
  [80, 'oitenta'],
  [90, 'noventa'],
  [100, 'cem'],
];

/** Days of a month above twenty are said in two words. */
const days = [21, 22, 23, 24, 25, 26, 27, 28, 29, 31];

const ordinals: [number, ...string[]][] = [
  [2, 'segundo', 'segunda'],
  [3, 'terceiro', 'terceira'],
  [4, 'quarto', 'quarta'],
  [5, 'quinto', 'quinta'],
  [6, 'sexto', 'sexta'],
  [7, 'setimo', 'setima'],
  [8, 'oitavo', 'oitava'],
  [9, 'nono', 'nona'],
  [10, 'decimo', 'decima'],
];

const decades = [20, 30, 40, 50, 60, 70, 80, 90];

const digits = new Map(cardinals.flatMap(([number, ...names]) => names.map((name) => [name, number])));
const nameOf = (number: number): string => cardinals.find(([each]) => each === number)?.[1] ?? 'um';

/** The number that a word says, for amounts: 'dois', 'um', 'meio', '1.5'; null for any other word. */
export function numberOf(word: string | undefined): number | null {
  if (word === undefined) return null;
  if (/^\d{1,4}(\.\d{1,2})?$/.test(word)) return Number(word);
  if (word === 'um' || word === 'uma') return 1;
  return word === 'meio' ? 0.5 : (digits.get(word) ?? null);
}

/**
 * What is the same number: '7', '7º' and 'sete', '1º', 'primeira' and '1', '25' and 'vinte e cinco', '80s' and 'anos oitenta'.
 * Each list is a class of synonyms; the search reads it as it reads those of administrators.
 */
export const sameNumbers: string[][] = [
  ['1', '1o', 'primeiro', 'primeira'],
  ...cardinals.map(([number, ...names]) => [String(number), `${number}o`, ...names]),
  ...days.map((day) => [String(day), `${day}o`, `${nameOf(day - (day % 10))} e ${nameOf(day % 10)}`]),
  ...ordinals.map(([number, ...names]) => [`${number}o`, ...names]),
  ...decades.map((decade) => [
    `${decade}s`,
    `anos ${decade}`,
    `anos ${nameOf(decade)}`,
    `anos 19${decade}`,
    `decada de ${decade}`,
    `decada de 19${decade}`,
  ]),
  ['2000s', 'anos 2000', 'anos dois mil', 'decada de 2000'],
];
