import sharp from 'sharp';
import {
  type ImageType,
  jpegQuality,
  longestSide,
  maxSidePixels,
  optimiseFromBytes,
  type PictureUse,
  type PreparedImage,
  pictureUses,
} from '../model.ts';
import { cutMetadata } from './metadata.ts';

// Only the process that reads files from outside may load this file (docs/decisions/026).

// Only what is taken is ever opened, whatever else a file claims to be; one thread for each picture.
sharp.block({ operation: ['VipsForeignLoad'] });
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Svg'].map((type) => `VipsForeignLoad${type}Buffer`);
sharp.unblock({ operation: loaders });
sharp.concurrency(1);
sharp.cache(false);

/** Most pixels of any picture. */
const maxPixels = Math.max(...Object.values(pictureUses).map(({ pixels }) => pixels));

/**
 * Reads a picture and makes it ready: refused by its head when it has too many pixels; without data about camera and
 * place, and without whatever was hidden behind it. Its pixels stay as they are; where its data say that
 * it lies on its side, or its end is not found, it is written anew without loss. From 100 KB up it is fitted into 800 px as
 * JPEG, or WebP where it has transparency, if that is smaller. GIF keeps its frames. A picture with sound head
 * and unreadable pixels is stored as sent, without those data (specification: on compression failure the original is
 * used); it is only ever served as the type it claims.
 */
export async function preparePicture({
  bytes,
  type,
  use,
}: {
  bytes: Uint8Array;
  type: ImageType;
  use: PictureUse;
}): Promise<PreparedImage> {
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!head?.width || !head.height) return { ok: false, reason: 'not-an-image' };
  const pixels = head.width * head.height * (head.pages ?? 1);
  if (Math.max(head.width, head.height) > maxSidePixels || pixels > pictureUses[use].pixels)
    return { ok: false, reason: 'too-many-pixels' };
  const cut = cutMetadata(bytes, type);
  const clean = { bytes: cut.bytes, type };
  const isAsItIs = type === 'gif' || (cut.isWhole && (head.orientation ?? 1) === 1);
  try {
    const small =
      type === 'gif' || bytes.length < optimiseFromBytes ? null : await makeSmaller(bytes, head.hasAlpha);
    const kept = isAsItIs ? clean : await rewrite(bytes, type);
    const isSmaller = small && small.bytes.length < kept.bytes.length;
    return isSmaller ? ready(small, bytes.length, true) : ready(kept, bytes.length, false);
  } catch {
    return ready(clean, bytes.length, false);
  }
}

interface Written {
  bytes: Uint8Array;
  type: ImageType;
}

const ready = ({ bytes, type }: Written, before: number, optimised: boolean): PreparedImage => ({
  ok: true,
  image: { bytes, type, before, after: bytes.length, optimised: optimised && bytes.length < before },
});

const open = (bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient();

/** Upright and with all its pixels as they are; what was a JPEG cannot be written again as one without loss. */
async function rewrite(bytes: Uint8Array, type: ImageType): Promise<Written> {
  const image = open(bytes).keepIccProfile();
  return type === 'png'
    ? { bytes: await image.png({ compressionLevel: 9 }).toBuffer(), type }
    : { bytes: await image.webp({ lossless: true, effort: 1 }).toBuffer(), type: 'webp' };
}

async function makeSmaller(bytes: Uint8Array, hasAlpha: boolean | undefined): Promise<Written> {
  const image = open(bytes).resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true });
  return hasAlpha
    ? { bytes: await image.webp({ quality: jpegQuality }).toBuffer(), type: 'webp' }
    : { bytes: await image.jpeg({ quality: jpegQuality }).toBuffer(), type: 'jpeg' };
}

/** A stored picture as WebP of at most this width; null when its pixels cannot be read. */
export function shrinkPicture({
  bytes,
  width,
}: {
  bytes: Uint8Array;
  width: number;
}): Promise<Uint8Array | null> {
  return sharp(bytes, { limitInputPixels: maxPixels })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
    .catch(() => null);
}

/** A drawn cover as WebP; equal drawings are equal pictures. */
export const drawPicture = ({ svg }: { svg: string }): Promise<Uint8Array> =>
  sharp(Buffer.from(svg)).webp({ quality: 82 }).toBuffer();
