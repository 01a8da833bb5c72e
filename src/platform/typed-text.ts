import { z } from 'zod';

/** Characters without a shape, such as those that reorder text; a joiner inside an emoji belongs to it. */
const invisible = /(?!(?<=\p{Extended_Pictographic}\ufe0f?)\u200d)\p{Cf}/gu;

/** A text of several lines as it is stored: NFC, without control and invisible characters. */
export const plainText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
    .replace(invisible, '')
    .trim();

/** The same of one line: breaks and tabs become a space. */
export const plainLine = (text: string): string =>
  plainText(text.replace(/\s*[\t\n\v\f\r\u2028\u2029]+\s*/g, ' '));

type Words = Parameters<typeof z.string>[0];

/**
 * One line that somebody types, or that comes from a program: a name, a title, a reason. Every door takes text by this
 * type or `typedText`, so that equal words are equal bytes (UAX #15) in names of files, lists, tags and certificates.
 */
export const typedLine = (words?: Words) => z.string(words).overwrite(plainLine);

/** Several lines that somebody types. */
export const typedText = (words?: Words) => z.string(words).overwrite(plainText);
