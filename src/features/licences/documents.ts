/** A CPF or CNPJ without punctuation, in upper case; other characters are left out. */
export const bareDocument = (typed: string): string => typed.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** Sum of the characters' values (ASCII − 48, as the Receita Federal defines it for letters) by their weights. */
const weigh = (text: string, weights: readonly number[]): number =>
  Array.from(text).reduce((sum, char, at) => sum + (char.charCodeAt(0) - 48) * (weights[at] ?? 0), 0);

const digitOf = (sum: number): string => String(sum % 11 < 2 ? 0 : 11 - (sum % 11));

const cpfWeights = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const cnpjWeights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** The stem with its two check digits; the first weight counts only for the second digit. */
function withDigits(stem: string, weights: readonly number[]): string {
  const first = stem + digitOf(weigh(stem, weights.slice(1)));
  return first + digitOf(weigh(first, weights));
}

const isRepeated = (text: string): boolean => /^(.)\1*$/.test(text);

/** Whether a bare document is a CPF with right check digits. */
const isCpf = (bare: string): boolean =>
  /^\d{11}$/.test(bare) && !isRepeated(bare) && withDigits(bare.slice(0, 9), cpfWeights) === bare;

/** Whether a bare document is a CNPJ, also one with letters (from July 2026), with right check digits. */
const isCnpj = (bare: string): boolean =>
  /^[0-9A-Z]{12}\d{2}$/.test(bare) &&
  !isRepeated(bare) &&
  withDigits(bare.slice(0, 12), cnpjWeights) === bare;

/** Whether a bare document is a CPF or a CNPJ. */
export const isDocument = (bare: string): boolean => isCpf(bare) || isCnpj(bare);

/** `123.456.789-09` or `12.ABC.345/01DE-35`, also of a part that is being typed. */
export function formatDocument(typed: string): string {
  const bare = bareDocument(typed).slice(0, 14);
  const isPersonal = bare.length <= 11 && /^\d*$/.test(bare);
  const marks: Record<number, string> = isPersonal
    ? { 3: '.', 6: '.', 9: '-' }
    : { 2: '.', 5: '.', 8: '/', 12: '-' };
  return Array.from(bare, (char, at) => (marks[at] ?? '') + char).join('');
}

/** A personal document as others may see it: `***.456.789-**`; a company's is public. */
export const shownDocument = (bare: string): string =>
  bare.length === 11 ? `***.${bare.slice(3, 6)}.${bare.slice(6, 9)}-**` : formatDocument(bare);
