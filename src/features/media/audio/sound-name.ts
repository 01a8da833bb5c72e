import { cutText } from '#platform/letters.ts';
import type { SoundType } from '../sound-type.ts';

const longest = 150;

/** A file name for people: no folders, no forbidden characters, the extension of the detected type. */
export function soundName(name: string, type: SoundType): string {
  const clean = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}<>:"|?*]|(?!(?<=\p{Extended_Pictographic}\ufe0f?)\u200d)\p{Cf}/gu, '')
    .replace(/^[.\s]+/, '')
    .trim();
  const bare = clean.replace(/\.(mp3|wav|flac|ogg|oga|opus|m4a|mp4|aac|wave)$/i, '');
  const stem = cutText(bare, longest).trim();
  return `${stem || 'faixa'}.${type}`;
}
