import { cutText } from '#platform/letters.ts';

/** A Drive name as one storable line of at most a thousand characters; empty when nothing is left. */
export const readDriveName = (name: string): string =>
  cutText(
    name
      .toWellFormed()
      .normalize('NFC')
      .replace(/\s*\p{Cc}+\s*/gu, ' ')
      .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
      .trim(),
    1000,
  );

/** Fallback for an empty name. */
export const unnamed = 'Sem nome';
