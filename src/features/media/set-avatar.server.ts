import { eq, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { profiles } from '#db/schema/accounts.ts';
import type { User } from '#features/accounts/model.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { extensionOf, type RefusedImage } from './model.ts';
import { removeObjects, storeImage, takePicture } from './store-image.server.ts';

interface Deps {
  db: Database;
  storage: Storage;
  bus: Bus;
  clock: Clock;
  settings: { STORAGE_QUOTA_BYTES: number };
}

export type AvatarResult = { ok: true; avatarUrl: string } | RefusedImage;

/**
 * Replaces the user's picture, stored at `{user id}/avatar.{ext}` (specification, section 5): removes one with another
 * extension and raises the version in the URL, so that no browser shows the old one. Safe to repeat; of two
 * concurrent uploads one wins. @throws AppError `unavailable` when the store is full or down, and what `takePicture`
 * throws; the old picture stays
 */
export async function setAvatar(
  { db, storage, bus, clock, settings }: Deps,
  user: User,
  bytes: Uint8Array,
): Promise<AvatarResult> {
  const prepared = await takePicture({ db, clock }, user, 'avatar', bytes);
  if (!prepared.ok) return prepared;
  const key = `avatars/${user.userId}/avatar.${extensionOf[prepared.image.type]}`;
  await storeImage({ db, storage, settings }, 'avatars', prepared.image, key);
  const { old, version } = await db.transaction(async (tx) => {
    const [before] = await tx
      .select({ key: profiles.avatarKey })
      .from(profiles)
      .where(eq(profiles.userId, user.userId))
      .for('update');
    const [after] = await tx
      .update(profiles)
      .set({ avatarKey: key, avatarVersion: sql`${profiles.avatarVersion} + 1` })
      .where(eq(profiles.userId, user.userId))
      .returning({ version: profiles.avatarVersion });
    return { old: before?.key ?? null, version: after?.version ?? 0 };
  });
  if (old && old !== key) await removeObjects(db, storage, [old]);
  await bus.publish('viewer', user.userId);
  return { ok: true, avatarUrl: `/media/${key}?v=${version}` };
}
