import { type PictureWidth, widthFor } from '#platform/picture-widths.ts';
import type { ImageType } from '../model.ts';

/** The smallest variant that is at least as wide as requested; null for a malformed request. */
export const toVariantWidth = (asked: string | undefined): PictureWidth | null =>
  asked && /^[1-9]\d{0,4}$/.test(asked) ? widthFor(Number(asked)) : null;

const extensions: Record<string, ImageType> = {
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  webp: 'webp',
  gif: 'gif',
};
/** Keys of public buckets, also with old names; audio and recordings are not among them. */
const publicKey = /^(?:covers|avatars|site)(?:\/(?!\.)[^/\\\p{Cc}]+)+$/u;

/** The MIME type of a public picture by its extension; null for anything else. */
export function publicPictureType(key: string): ImageType | null {
  if (!publicKey.test(key)) return null;
  return extensions[key.slice(key.lastIndexOf('.') + 1).toLowerCase()] ?? null;
}
