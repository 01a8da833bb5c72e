/** An ISRC without punctuation, in upper case. */
export const bareIsrc = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/^\s*ISRC[\s:]*/, '')
    .replace(/[^0-9A-Z]/g, '');

/** Two letters for the country, three for the registrant, two digits for the year, five for the recording. */
export const isIsrc = (bare: string): boolean => /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(bare);

/** An ISWC without punctuation, in upper case. */
export const bareIswc = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/^\s*ISWC[\s:]*/, '')
    .replace(/[^0-9A-Z]/g, '');

/** T, nine digits, and a check digit: the whole sum, T counting 1 and each digit its place, is a multiple of ten. */
export function isIswc(bare: string): boolean {
  if (!/^T\d{10}$/.test(bare)) return false;
  const digits = Array.from(bare.slice(1), Number);
  const sum = digits.slice(0, 9).reduce((total, digit, at) => total + digit * (at + 1), 1);
  return (10 - (sum % 10)) % 10 === digits[9];
}

interface Told {
  authors: string | null;
  publisher: string | null;
  isrc: string | null;
  iswc: string | null;
}

/** What a file's tags say of a work; wrong codes are left out. */
export function readWork({ authors, publisher, isrc, iswc }: Told): Told {
  const recording = bareIsrc(isrc ?? '');
  const work = bareIswc(iswc ?? '');
  return {
    authors,
    publisher: publisher?.slice(0, 200) ?? null,
    isrc: isIsrc(recording) ? recording : null,
    iswc: isIswc(work) ? work : null,
  };
}
