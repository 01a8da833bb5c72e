import type { SoundType } from '../sound-type.ts';

const longest = 150;

/**
 * A file's name as people see and save it: without folders, control characters and characters that a file system
 * refuses, and with the ending of what it is. Emoji stay whole.
 */
export function soundName(given: string, type: SoundType): string {
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1)!;
  const clean = last
    .replace(/[\p{Cc}<>:"|?*]|(?!(?<=\p{Extended_Pictographic}\ufe0f?)\u200d)\p{Cf}/gu, '')
    .replace(/^[.\s]+/, '')
    .trim();
  const stem = clean
    .replace(/\.(mp3|wav|flac|ogg|oga|opus|m4a|mp4|aac|wave)$/i, '')
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
  return `${stem || 'faixa'}.${type}`;
}
