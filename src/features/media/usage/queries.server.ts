import { and, asc, count, inArray, isNotNull, isNull, lt, notLike, sql, sum } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { profiles } from '#db/schema/accounts.ts';
import { packages, tracks } from '#db/schema/catalog.ts';
import { storedObjects } from '#db/schema/media.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import { pageContent, pageContentHistory } from '#db/schema/site.ts';
import {
  buckets,
  graceHours,
  isPlaceholder,
  namedKeys,
  type Orphan,
  pictureBuckets,
  placeholderName,
  type StorageStats,
} from './model.ts';

const counted = and(isNull(storedObjects.trashedAt), notLike(storedObjects.key, `%/${placeholderName}`));

/** Sizes and numbers of all files, from our own books: right beyond any listing's limit. One query. */
export async function getStorageStats(
  db: Database,
  quotas: { STORAGE_QUOTA_BYTES: number; AUDIO_QUOTA_BYTES?: number | undefined },
): Promise<StorageStats> {
  const rows = await db
    .select({ bucket: storedObjects.bucket, size: sum(storedObjects.size).mapWith(Number), count: count() })
    .from(storedObjects)
    .where(counted)
    .groupBy(storedObjects.bucket);
  const all = buckets.map((bucket) => {
    const row = rows.find((one) => one.bucket === bucket);
    return { bucket, size: row?.size ?? 0, count: row?.count ?? 0 };
  });
  const add = (which: typeof all) =>
    which.reduce((total, one) => ({ size: total.size + one.size, count: total.count + one.count }), {
      size: 0,
      count: 0,
    });
  const used = add(all.filter(({ bucket }) => pictureBuckets.includes(bucket))).size;
  const quota = quotas.STORAGE_QUOTA_BYTES;
  return {
    buckets: all,
    total: add(all),
    pictures: { used, quota, share: used / quota },
    audio: {
      used: all.find(({ bucket }) => bucket === 'audio')?.size ?? 0,
      quota: quotas.AUDIO_QUOTA_BYTES ?? null,
    },
  };
}

/**
 * Every key that any column or JSON of the database names: the one list that decides what lives. Content of
 * earlier versions counts, because they can be restored. A new column that can name a file must be added here.
 */
export async function listReferencedKeys(db: Executor): Promise<Set<string>> {
  // One after the other: inside a transaction there is one connection.
  const covers = await db
    .select({ key: packages.coverKey })
    .from(packages)
    .where(isNotNull(packages.coverKey));
  const files = await db
    .selectDistinct({ key: tracks.storageKey, preview: tracks.previewKey })
    .from(tracks)
    .where(isNotNull(tracks.storageKey));
  const avatars = await db
    .select({ key: profiles.avatarKey })
    .from(profiles)
    .where(isNotNull(profiles.avatarKey));
  const deliveries = await db
    .select({ key: recordingRequests.deliveredKey })
    .from(recordingRequests)
    .where(isNotNull(recordingRequests.deliveredKey));
  const content = await db.select({ content: pageContent.content }).from(pageContent);
  const history = await db.select({ content: pageContentHistory.content }).from(pageContentHistory);
  return namedKeys([covers, files, avatars, deliveries, content, history]);
}

/** Pictures that nothing names, older than the grace period, oldest first: what a cleanup would remove. */
export async function listOrphans(db: Executor, now: Date): Promise<Orphan[]> {
  const before = new Date(now.getTime() - graceHours * 3_600_000);
  const old = await db
    .select({
      key: storedObjects.key,
      bucket: storedObjects.bucket,
      size: storedObjects.size,
      createdAt: storedObjects.createdAt,
    })
    .from(storedObjects)
    .where(
      and(
        isNull(storedObjects.trashedAt),
        inArray(storedObjects.bucket, [...pictureBuckets]),
        lt(storedObjects.createdAt, before),
      ),
    )
    .orderBy(asc(storedObjects.createdAt));
  const named = await listReferencedKeys(db);
  return old
    .filter(({ key }) => !named.has(key) && !isPlaceholder(key))
    .map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** What lies in the trash, newest first. */
export async function listTrash(db: Database): Promise<(Orphan & { trashedAt: string })[]> {
  const rows = await db
    .select()
    .from(storedObjects)
    .where(isNotNull(storedObjects.trashedAt))
    .orderBy(sql`${storedObjects.trashedAt} desc`);
  return rows.map(({ key, bucket, size, createdAt, trashedAt }) => ({
    key,
    bucket,
    size,
    createdAt: createdAt.toISOString(),
    trashedAt: trashedAt!.toISOString(),
  }));
}
