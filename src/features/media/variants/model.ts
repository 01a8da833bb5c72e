import type { ImageType } from '../model.ts';

/** Widths in pixels that pictures are made smaller to. */
const variantWidths = [96, 192, 320, 480, 640, 960] as const;
export type VariantWidth = (typeof variantWidths)[number];

/** The least width that is not below what was asked for; null when nothing sensible was asked for. */
export function toVariantWidth(asked: string | undefined): VariantWidth | null {
  if (!asked || !/^[1-9]\d{0,4}$/.test(asked)) return null;
  return variantWidths.find((width) => width >= Number(asked)) ?? variantWidths.at(-1)!;
}

const extensions: Record<string, ImageType> = {
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  webp: 'webp',
  gif: 'gif',
};
/** The buckets that everyone may see; audio and recordings are not among them. */
const publicKey = /^(?:covers|avatars|site)(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;

/** The type under which a stored picture is shown, by its ending; null for what is not a public picture. */
export function publicPictureType(key: string): ImageType | null {
  if (!publicKey.test(key)) return null;
  return extensions[key.slice(key.lastIndexOf('.') + 1).toLowerCase()] ?? null;
}
