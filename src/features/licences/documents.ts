/** Longest text from which a number is read: a pasted line may name the company beside it. */
export const longestDocument = 120;

const bareText = (text: string): string => text.replace(/[^0-9A-Z]/g, '');

/** `CNPJ:`, `C.N.P.J./MF nº`, `CPF/CNPJ -`: labels in front of a number, also with the marks of the mask in them. */
const labels =
  /^[^0-9A-Z]*(?:C[^0-9A-Z]?N[^0-9A-Z]?P[^0-9A-Z]?J|C[^0-9A-Z]?P[^0-9A-Z]?F)(?:[^0-9A-Z]*(?:CNPJ|CPF|MF|NO?(?=[^0-9A-Z])))*/;

const mark = '[^0-9A-Z]{0,3}';
/** Numbers within a text, at a word's start or after a glued label. Looks ahead, because candidates may overlap. */
const numbers = new RegExp(
  `(?<=^|[^0-9A-Z]|CNPJ|CPF)(?=(${[
    ['[0-9A-Z]{2}', '[0-9A-Z]{3}', '[0-9A-Z]{3}', '[0-9A-Z]{4}', '[0-9]{2}'].join(mark),
    ['[0-9]{3}', '[0-9]{3}', '[0-9]{3}', '[0-9]{2}'].join(mark),
  ].join(')(?![0-9A-Z])|(')})(?![0-9A-Z]))`,
  'g',
);

/** Whether a text begins as a label does, so that no mask belongs into it while it is typed. */
export const isLabel = (typed: string): boolean => /^[^0-9a-z]*c(?:$|[np])/i.test(typed);

/**
 * A CPF or CNPJ as people paste it, without punctuation, in upper case. A label and words around the number are left
 * out; letters belong to it where the check digits say so (a CNPJ may begin with 'CNPJ'). Without a right number:
 * every letter and digit behind the label.
 */
export function bareDocument(typed: string): string {
  const text = typed.slice(0, longestDocument).normalize('NFKC').toUpperCase();
  const unlabelled = bareText(text.replace(labels, ''));
  const found = Array.from(text.matchAll(numbers), ([, cnpj, cpf]) => bareText(cnpj ?? cpf ?? ''));
  return [bareText(text), unlabelled, ...found].find(isDocument) ?? unlabelled;
}

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

/** Why a bare document is refused; null for a right one and for none. */
export function documentFault(bare: string): string | null {
  if (bare === '' || isDocument(bare)) return null;
  return bare.length === 11 || bare.length === 14
    ? 'Confira o número: os dígitos finais não batem com o resto.'
    : `Confira o número: um CPF tem 11 dígitos, um CNPJ tem 14 caracteres, e este tem ${bare.length}.`;
}

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
