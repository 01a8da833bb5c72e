import { z } from 'zod';

/** Trimmed, without groups of thousands (`1.000`, `1 000`), with a plain sign and a point before decimals. */
const plainNumber = (typed: string): string => {
  const text = typed
    .normalize('NFKC')
    .trim()
    .replace(/^[\u2212\u2012-\u2014]/, '-');
  const [whole = '', ...rest] = text.split(',');
  const isGrouped = /^[+-]?\d{1,3}(?:\.\d{3})+$/.test(whole) || /^[+-]?\d{1,3}(?: \d{3})+$/.test(whole);
  return [isGrouped ? whole.replace(/[. ]/g, '') : whole, ...rest].join(rest.length === 1 ? '.' : ',');
};

/** A whole number as written in Brazil: `1000`, `1.000`, `1 000`, `−5`; null for anything else, also for `2,5`. */
export function readWhole(typed: string): number | null {
  const number = typed.includes(',') ? Number.NaN : Number(matching(/^[+-]?\d+$/, plainNumber(typed)));
  return Number.isSafeInteger(number) ? number : null;
}

/** A number as written in Brazil: `1,5`, `1.234,56`, also `1.5`; `1.500` is 1500. NaN for anything else. */
export const readDecimal = (typed: string): number =>
  Number(matching(/^[+-]?\d+(?:\.\d+)?$/, plainNumber(typed)));

const matching = (form: RegExp, text: string): string => (form.test(text) ? text : 'NaN');

/** What a field for whole numbers says of `2,5`. */
export const wholeRefusal = 'Informe um número inteiro, só com algarismos.';

/** A whole number from a form or a call; `missing` is said of a blank one. */
export const wholeNumber = (missing: string) =>
  z.union([z.string(), z.number()], { error: missing }).transform((value, context) => {
    const isBlank = value === '' || (typeof value === 'string' && value.trim() === '');
    const number = typeof value === 'number' ? value : readWhole(value);
    if (number !== null && Number.isSafeInteger(number)) return number;
    context.addIssue({ code: 'custom', message: isBlank ? missing : wholeRefusal });
    return z.NEVER;
  });
