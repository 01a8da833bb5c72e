import { cutText } from '#platform/letters.ts';
import { plainLine } from '#platform/typed-text.ts';

/** A Drive name as one storable line of at most a thousand characters; empty when nothing is left. */
export const readDriveName = (name: string): string => cutText(plainLine(name), 1000);

/** Fallback for an empty name. */
export const unnamed = 'Sem nome';
