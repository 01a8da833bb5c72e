import { createHash } from 'node:crypto';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import type { Database, Executor } from '#db/open.server.ts';
import { countedFiles, storedObjects } from '#db/schema/media.ts';
import { spendAll } from '#features/accounts/limits/spend-attempts.server.ts';
import type { User } from '#features/accounts/model.ts';
import type { Clock } from '#platform/clock.ts';
import { AppError } from '#platform/errors.ts';
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
import { pictureBuckets } from './usage/model.ts';

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

export interface PictureStore {
  db: Executor;
  storage: Storage;
  /** Null: for pictures of our own making, which nobody sends. */
  settings: { STORAGE_QUOTA_BYTES: number } | null;
}

/**
 * Stores a picture under its content's key (equal pictures share one object) and records it. Safe to repeat. The
 * caller saves the key in the transaction of the row that refers to it. @throws AppError `too-large` when the quota of
 * pictures is used up, `unavailable` when the store is full or down
 */
export async function storeImage(
  { db, storage, settings }: PictureStore,
  bucket: ImageBucket,
  image: ReadyImage,
  /** The caller's own key, for pictures that replace each other (avatars). */
  fixedKey?: string,
): Promise<string> {
  const hash = createHash('sha256').update(image.bytes).digest('hex');
  const key = fixedKey ?? `${bucket}/${hash.slice(0, 2)}/${hash}.${extensionOf[image.type]}`;
  const size = image.after;
  const facts = { bucket, size, mime: mimeOf[image.type], trashedAt: null, createdAt: new Date() };
  const book = (tx: Executor, values: typeof storedObjects.$inferInsert) =>
    tx.insert(storedObjects).values(values).onConflictDoUpdate({ target: storedObjects.key, set: values });
  // Booked first: what is sent at the same time counts.
  const before = await db.transaction(async (tx) => {
    if (settings) await requireRoom(tx, key, size, settings.STORAGE_QUOTA_BYTES);
    const [row] = await tx.select().from(storedObjects).where(eq(storedObjects.key, key));
    await book(tx, { key, ...facts });
    return row;
  });
  try {
    await storage.put(key, image.bytes, { mime: facts.mime });
  } catch (error) {
    if (before) await book(db, before);
    else await db.delete(storedObjects).where(eq(storedObjects.key, key));
    throw error;
  }
  return key;
}

/** One picture is booked at a time, so that the sum holds. @throws AppError `too-large` */
async function requireRoom(tx: Executor, key: string, size: number, quota: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('quota of pictures'))`);
  const others = and(
    countedFiles,
    inArray(storedObjects.bucket, [...pictureBuckets]),
    ne(storedObjects.key, key),
  );
  const [row] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${storedObjects.size}), 0)`.mapWith(Number) })
    .from(storedObjects)
    .where(others);
  if ((row?.bytes ?? 0) + size > quota)
    throw new AppError('too-large', 'O espaço para imagens acabou. Avise quem administra o site.');
}

/** Deletes stored objects and their rows. Safe to repeat; call it after the reference to them is removed. */
export async function removeObjects(db: Executor, storage: Storage, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await storage.delete(keys);
  await db.delete(storedObjects).where(among(storedObjects.key, keys));
}
