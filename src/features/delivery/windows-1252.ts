/** The characters of Windows-1252 between 0x80 and 0x9f; the others are those of Unicode. */
const upper = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const byteOf = (letter: string): number | null => {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  const at = upper.indexOf(letter);
  return at < 0 || /[\u0080-\u009f]/.test(letter) ? null : 0x80 + at;
};

/** Signs of a text and how they are typed: '–' is no letter with an accent, which Unicode would fold. */
const typed: Readonly<Record<string, string>> = {
  ...signs('‐‑‒–—―−', '-'),
  ...signs('‘’‚‛′ʼ`´', "'"),
  ...signs('“”„‟″«»', '"'),
  ...signs('\u00a0\u2007\u202f', ' '),
  '…': '...',
  '•': '*',
  '→': '-',
  '€': 'EUR',
};

function signs(written: string, plain: string): Record<string, string> {
  return Object.fromEntries(Array.from(written, (sign) => [sign, plain]));
}

/** A text in which every letter that a character set lacks is written plainly, or as `_`. */
const fold = (text: string, has: (letter: string) => boolean): string =>
  Array.from(text.normalize('NFC'), (letter) => {
    if (has(letter)) return letter;
    const plain = typed[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '');
    return plain !== '' && Array.from(plain).every(has) ? plain : '_';
  }).join('');

/** Whether old Windows programs can write a text. */
export const fitsWindows1252 = (text: string): boolean =>
  Array.from(text.normalize('NFC')).every((letter) => byteOf(letter) !== null);

/** A text with every letter that Windows-1252 lacks written plainly, or as `_`. */
export const foldToWindows1252 = (text: string): string => fold(text, (letter) => byteOf(letter) !== null);

/** A text in Windows-1252. */
export const encodeWindows1252 = (text: string): Buffer =>
  Buffer.from(Array.from(foldToWindows1252(text), (letter) => byteOf(letter) ?? 0x5f));

/** What Latin-1 has; its control characters, which Windows-1252 uses for '–' and others, are none. */
const isLatin1 = (letter: string): boolean => /^[\x20-\x7e\u00a1-\u00ff]$/.test(letter);

/**
 * A text for bext and cart, which are ASCII by their standards (EBU Tech 3285, AES46): accents in Latin-1, as Rivendell and
 * others read them, further signs as they are typed ('–' as '-').
 */
export const encodeLatin1 = (text: string): Buffer => Buffer.from(fold(text, isLatin1), 'latin1');

/** A text in ASCII: accents are dropped, other letters written as `_`. */
export const foldToAscii = (text: string): string => fold(text, (letter) => /^[\x20-\x7e]$/.test(letter));
