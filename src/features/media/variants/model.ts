import type { ImageType } from '../model.ts';

const variantWidths = [96, 192, 320, 480, 640, 960] as const;
export type VariantWidth = (typeof variantWidths)[number];

/** The smallest variant that is at least as wide as requested; null for a malformed request. */
export function toVariantWidth(asked: string | undefined): VariantWidth | null {
  if (!asked || !/^[1-9]\d{0,4}$/.test(asked)) return null;
  return variantWidths.find((width) => width >= Number(asked)) ?? 960;
}

const extensions: Record<string, ImageType> = {
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  webp: 'webp',
  gif: 'gif',
};
/** Keys of public buckets; audio and recordings are not among them. */
const publicKey = /^(?:covers|avatars|site)(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;

/** The MIME type of a public picture by its extension; null for anything else. */
export function publicPictureType(key: string): ImageType | null {
  if (!publicKey.test(key)) return null;
  return extensions[key.slice(key.lastIndexOf('.') + 1).toLowerCase()] ?? null;
}
