/** The characters of Windows-1252 between 0x80 and 0x9f; the others are those of Unicode. */
const upper = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const byteOf = (letter: string): number | null => {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  const at = upper.indexOf(letter);
  return at < 0 || /[\u0080-\u009f]/.test(letter) ? null : 0x80 + at;
};

/** Whether old Windows programs can write a text. */
export const fitsWindows1252 = (text: string): boolean =>
  Array.from(text.normalize('NFC')).every((letter) => byteOf(letter) !== null);

/** A text with every letter that Windows-1252 lacks written plainly, or as `_`. */
export const foldToWindows1252 = (text: string): string =>
  Array.from(text.normalize('NFC'), (letter) => {
    if (byteOf(letter) !== null) return letter;
    const plain = letter.normalize('NFKD').replace(/\p{M}/gu, '');
    return plain !== '' && fitsWindows1252(plain) ? plain : '_';
  }).join('');

/** A text in Windows-1252. */
export const encodeWindows1252 = (text: string): Buffer =>
  Buffer.from(Array.from(foldToWindows1252(text), (letter) => byteOf(letter) ?? 0x5f));

/** A text in ASCII: accents are dropped, other letters written as `_`. */
export const foldToAscii = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_');
