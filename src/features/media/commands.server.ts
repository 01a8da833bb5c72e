import { createHash } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import sharp from 'sharp';
import type { Executor } from '#db/open.server.ts';
import { storedObjects } from '#db/schema/media.ts';
import type { Storage } from '#platform/storage/storage.ts';
import {
  extensionOf,
  type ImageBucket,
  type ImageRefusal,
  type ImageType,
  imageLimitBytes,
  jpegQuality,
  longestSide,
  maxPixels,
  maxSidePixels,
  mimeOf,
  optimiseFromBytes,
  sniffImage,
} from './model.ts';

/** A picture that may be stored. */
export interface ReadyImage {
  bytes: Uint8Array;
  type: ImageType;
  /** Bytes as sent, and as they will be stored. */
  before: number;
  after: number;
  /** True when it was made smaller: the sender is told 'Imagem otimizada'. */
  optimised: boolean;
}

export type PreparedImage = { ok: true; image: ReadyImage } | { ok: false; reason: ImageRefusal };

/**
 * Reads a picture by its bytes and writes it anew: turned upright, without EXIF and without whatever was hidden
 * behind it. From 100 KB up it is fitted into 800 px as JPEG, or WebP where it has transparency; the smaller
 * of the two is kept. GIF keeps its frames. A picture with sound head and unreadable pixels is stored as sent
 * (specification: on compression failure the original is used); it is only ever served as the type it claims.
 */
export async function prepareImage(
  bytes: Uint8Array,
  limit: number = imageLimitBytes,
): Promise<PreparedImage> {
  if (bytes.length > limit) return { ok: false, reason: 'too-large' };
  const type = sniffImage(bytes);
  if (!type) return { ok: false, reason: 'not-an-image' };
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!head?.width || !head.height) return { ok: false, reason: 'not-an-image' };
  const pixels = head.width * head.height * (head.pages ?? 1);
  if (Math.max(head.width, head.height) > maxSidePixels || pixels > maxPixels) {
    return { ok: false, reason: 'too-many-pixels' };
  }
  const before = bytes.length;
  const asSent: ReadyImage = { bytes, type, before, after: before, optimised: false };
  try {
    const clean = await rewrite(bytes, type);
    if (before < optimiseFromBytes || type === 'gif')
      return { ok: true, image: ready(clean, type, before, false) };
    const smallType: ImageType = head.hasAlpha ? 'webp' : 'jpeg';
    const small = await shrink(bytes, smallType);
    const [best, bestType] = small.length < clean.length ? [small, smallType] : [clean, type];
    return {
      ok: true,
      image: ready(best, bestType as ImageType, before, best === small && small.length < before),
    };
  } catch {
    return { ok: true, image: asSent };
  }
}

const ready = (bytes: Uint8Array, type: ImageType, before: number, optimised: boolean): ReadyImage => ({
  bytes,
  type,
  before,
  after: bytes.length,
  optimised,
});

const open = (bytes: Uint8Array, animated: boolean) =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', animated }).autoOrient();

/** Same type and size, written anew. */
function rewrite(bytes: Uint8Array, type: ImageType): Promise<Uint8Array> {
  const image = open(bytes, type === 'gif');
  if (type === 'jpeg') return image.jpeg({ quality: 92, mozjpeg: true }).toBuffer();
  if (type === 'webp') return image.webp({ quality: 92 }).toBuffer();
  return type === 'gif' ? image.gif().toBuffer() : image.png({ compressionLevel: 9 }).toBuffer();
}

function shrink(bytes: Uint8Array, type: 'jpeg' | 'webp'): Promise<Uint8Array> {
  const image = open(bytes, false).resize(longestSide, longestSide, {
    fit: 'inside',
    withoutEnlargement: true,
  });
  return type === 'jpeg'
    ? image.jpeg({ quality: jpegQuality }).toBuffer()
    : image.webp({ quality: jpegQuality }).toBuffer();
}

/**
 * Stores a picture under a key made from its content (equal pictures are one object) and books it.
 * Safe to repeat. The caller saves the key in the same transaction as what names it.
 * @throws AppError `unavailable` when the store is full or away
 */
export async function storeImage(
  db: Executor,
  storage: Storage,
  bucket: ImageBucket,
  image: ReadyImage,
  /** A key of the caller's own, for pictures that replace each other (avatars). */
  fixedKey?: string,
): Promise<string> {
  const hash = createHash('sha256').update(image.bytes).digest('hex');
  const key = fixedKey ?? `${bucket}/${hash.slice(0, 2)}/${hash}.${extensionOf[image.type]}`;
  await storage.put(key, image.bytes, { mime: mimeOf[image.type] });
  const facts = {
    bucket,
    size: image.after,
    mime: mimeOf[image.type],
    trashedAt: null,
    createdAt: new Date(),
  };
  await db
    .insert(storedObjects)
    .values({ key, ...facts })
    .onConflictDoUpdate({ target: storedObjects.key, set: facts });
  return key;
}

/** Forgets stored objects and their booking. Safe to repeat; call it after what named them is saved. */
export async function removeObjects(db: Executor, storage: Storage, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await storage.delete(keys);
  await db.delete(storedObjects).where(inArray(storedObjects.key, keys));
}
