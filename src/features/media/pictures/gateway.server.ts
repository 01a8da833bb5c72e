import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { DrawnType } from '../measuring/model.ts';
import {
  type ImageType,
  jpegQuality,
  longestSide,
  maxSidePixels,
  movingLimitBytes,
  optimiseFromBytes,
  type PictureUse,
  type PreparedImage,
  pictureUses,
} from '../model.ts';
import { cutMetadata } from './metadata.ts';

// Only the reading process may load this file (docs/decisions/026).

// Allows only the accepted formats, whatever a file claims to be; one thread per picture.
sharp.block({ operation: ['VipsForeignLoad'] });
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Svg'].map((type) => `VipsForeignLoad${type}Buffer`);
sharp.unblock({ operation: loaders });
sharp.concurrency(1);
sharp.cache(false);

const maxPixels = Math.max(...Object.values(pictureUses).map(({ pixels }) => pixels));
/** For formats decoded as a whole, in memory: progressive JPEG, interlaced PNG, GIF. */
const maxWholePixels = 16_777_216;
/** For rewriting without loss, which costs about 40 bytes and a microsecond per pixel. */
const maxRewrittenPixels = 4_194_304;

/**
 * Prepares a picture for storage: refuses too many pixels by its header; removes metadata and data appended to it
 * . Pixels stay as they are; a rotated or truncated picture is rewritten without loss. From 100 KB up, and
 * where rewriting would cost too much, it is fitted into 800 px as JPEG, or WebP with transparency, if that is smaller
 * . A moving GIF keeps its frames, up to 500 KB. A picture with a valid header and undecodable pixels is stored as sent, without metadata
 * (specification: on compression failure the original is used); it is only served as the type it claims.
 */
export async function preparePicture({
  path,
  type,
  use,
}: {
  path: string;
  type: ImageType;
  use: PictureUse;
}): Promise<PreparedImage> {
  const bytes = await readFile(path);
  const prepared = await prepare(bytes, type, use);
  // Returns the memory at once: V8 lets up to 64 MB of such bytes lie before it collects them.
  const isSent = prepared.ok && prepared.image.bytes.buffer === bytes.buffer;
  if (!isSent) bytes.buffer.transfer(0);
  return prepared;
}

async function prepare(bytes: Uint8Array, type: ImageType, use: PictureUse): Promise<PreparedImage> {
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!head?.width || !head.height) return { ok: false, reason: 'not-an-image' };
  const pixels = head.width * head.height * (head.pages ?? 1);
  const isWhole = head.isProgressive || type === 'gif';
  const most = Math.min(pictureUses[use].pixels, isWhole ? maxWholePixels : maxPixels);
  if (Math.max(head.width, head.height) > maxSidePixels || pixels > most)
    return { ok: false, reason: 'too-many-pixels' };
  const isMoving = type === 'gif' && (head.pages ?? 1) > 1;
  if (isMoving && bytes.length > movingLimitBytes) return { ok: false, reason: 'moving-too-large' };
  const cut = cutMetadata(bytes, type);
  const clean = { bytes: cut.bytes, type };
  const isAsItIs = type === 'gif' || (cut.isWhole && (head.orientation ?? 1) === 1);
  try {
    const isLarge = bytes.length >= optimiseFromBytes || (!isAsItIs && pixels > maxRewrittenPixels);
    const small = isMoving || !isLarge ? null : await makeSmaller(bytes, head.hasAlpha);
    if (!isAsItIs)
      return small
        ? ready(small, bytes.length, true)
        : ready(await rewrite(bytes, type), bytes.length, false);
    const isSmaller = small && small.bytes.length < clean.bytes.length;
    return isSmaller ? ready(small, bytes.length, true) : ready(clean, bytes.length, false);
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

/** Upright, with unchanged pixels; a JPEG cannot be rewritten as JPEG without loss. */
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

/** A stored picture as WebP, at most `width` wide; null when it cannot be decoded. */
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

/** Renders an SVG as WebP, or as PNG for programs that know nothing newer; deterministic. */
export const drawPicture = ({ svg, type }: { svg: string; type: DrawnType }): Promise<Uint8Array> => {
  const drawn = sharp(Buffer.from(svg));
  return type === 'png'
    ? drawn.png({ palette: true, quality: 90 }).toBuffer()
    : drawn.webp({ quality: 82 }).toBuffer();
};
