import { cutText } from '#platform/letters.ts';
import { plainLine } from '#platform/typed-text.ts';
import type { SoundType } from '../sound-type.ts';

/** Longest title of a track, which is also the longest name that file systems take. */
export const longestTitle = 250;

const endings = /\.(mp3|wav|flac|ogg|oga|opus|m4a|mp4|aac|wave|bwf|mov|m4b|m4r|3gp)$/i;

/** A name as it was typed or as a file has it, without the ending of sounds. */
export const bareTitle = (name: string): string => plainLine(name.replace(endings, ''));

/**
 * A track's name: its title with every sign that was typed ('Vinheta 50/50'), and the ending of the detected type. The
 * names of files, list lines and tags are made from it by the rules of each format.
 */
export function soundName(name: string, type: SoundType): string {
  const title = cutText(bareTitle(plainLine(name)), longestTitle).trim();
  return `${/[^.\s]/.test(title) ? title : 'faixa'}.${type}`;
}
