import { createHash } from 'node:crypto';
import { among } from '#db/conditions.ts';
import type { Database, Executor } from '#db/open.server.ts';
import { storedObjects } from '#db/schema/media.ts';
import { spendAll } from '#features/accounts/limits/spend-attempts.server.ts';
import type { User } from '#features/accounts/model.ts';
import type { Clock } from '#platform/clock.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { preparePicture } from './measuring/gateway.server.ts';
import {
  extensionOf,
  type ImageBucket,
  mimeOf,
  type PictureUse,
  type PreparedImage,
  pictureUses,
  type ReadyImage,
} from './model.ts';

/** Prepares an uploaded picture; each upload counts. @throws AppError `rate-limited` */
export async function takePicture(
  deps: { db: Database; clock: Clock },
  { userId }: Pick<User, 'userId'>,
  use: PictureUse,
  bytes: Uint8Array,
): Promise<PreparedImage> {
  const limit = { name: `picture-${use}`, max: pictureUses[use].anHour, windowSeconds: 3600 };
  await spendAll(deps, [{ limit, subject: userId }]);
  return preparePicture(bytes, use);
}

/**
 * Stores a picture under its content's key (equal pictures share one object) and records it. Safe to repeat. The
 * caller saves the key in the transaction of the row that refers to it. @throws AppError `unavailable` when the store
 * is full or down
 */
export async function storeImage(
  db: Executor,
  storage: Storage,
  bucket: ImageBucket,
  image: ReadyImage,
  /** The caller's own key, for pictures that replace each other (avatars). */
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

/** Deletes stored objects and their rows. Safe to repeat; call it after the reference to them is removed. */
export async function removeObjects(db: Executor, storage: Storage, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await storage.delete(keys);
  await db.delete(storedObjects).where(among(storedObjects.key, keys));
}
