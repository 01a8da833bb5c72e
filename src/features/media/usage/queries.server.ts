import {
  and,
  asc,
  count,
  desc,
  gt,
  inArray,
  is,
  isNotNull,
  isNull,
  lt,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm';
import { PgArray, type PgColumn } from 'drizzle-orm/pg-core';
import { inBatches } from '#db/batches.ts';
import type { Database, Executor } from '#db/open.server.ts';
import { profiles, users } from '#db/schema/accounts.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { deliveryResults } from '#db/schema/delivery.ts';
import { audioUploads, countedFiles, storedObjects } from '#db/schema/media.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import { pageContent, pageContentHistory } from '#db/schema/site.ts';
import {
  type Bucket,
  buckets,
  type FileList,
  filesShown,
  graceHours,
  isPlaceholder,
  type Orphan,
  pictureBuckets,
  type StorageStats,
} from './model.ts';
import { KeyFinder } from './named-keys.ts';

/** Sizes and counts of all files from stored_objects in one query; independent of listing limits (A-75). */
export async function getStorageStats(
  db: Database,
  quotas: { STORAGE_QUOTA_BYTES: number; AUDIO_QUOTA_BYTES?: number | undefined },
): Promise<StorageStats> {
  const rows = await db
    .select({ bucket: storedObjects.bucket, size: sum(storedObjects.size).mapWith(Number), count: count() })
    .from(storedObjects)
    .where(countedFiles)
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

export const keyColumns: readonly PgColumn[] = [
  packages.coverKey,
  tracks.storageKey,
  tracks.previewKey,
  profiles.avatarKey,
  recordingRequests.deliveredKey,
  recordingRequests.heardKey,
  audioUploads.parts,
  deliveryResults.storageKey,
];

/** Columns that may mention a file's URL, history included; a test requires that every column is classified. */
export const textColumns: readonly PgColumn[] = [
  pageContent.content,
  pageContentHistory.content,
  packages.description,
  categories.description,
  users.image,
];

/** Encoded letters: such a text may mention a folder without containing its plain name. */
const disguised = '%[4-7][0-9a-f]|&#|\\\\u00';

const keysIn = (column: PgColumn): SQL => (is(column, PgArray) ? sql`unnest(${column})` : sql`${column}`);

/** Which keys any column or text of the database refers to: the one query that decides what is kept (A-73). */
export async function findNamed(db: Executor, keys: readonly string[]): Promise<Set<string>> {
  const named = new Set<string>();
  if (keys.length === 0) return named;
  const asked = sql`${sql.param([...keys])}::text[]`;
  // Sequential: a transaction has one connection.
  for (const column of keyColumns) {
    const isAsked = is(column, PgArray) ? sql`${column} && ${asked}` : sql`${column} = any(${asked})`;
    const { rows } = await db.execute<{ key: string }>(
      sql`select distinct ${keysIn(column)} as key from ${column.table} where ${isAsked}`,
    );
    for (const { key } of rows) named.add(key);
  }
  const finder = new KeyFinder(keys.filter((key) => !named.has(key)));
  const folders = sql`${sql.param(finder.folders.map((folder) => `%${folder}%`))}::text[]`;
  for (const column of finder.folders.length > 0 ? textColumns : []) {
    const mayName = sql`${column}::text like any(${folders}) or ${column}::text ~* ${disguised}`;
    const { rows } = await db.execute<{ said: unknown }>(
      sql`select ${column} as said from ${column.table} where ${mayName}`,
    );
    for (const { said } of rows) for (const key of finder.in(said)) named.add(key);
  }
  return named;
}

/** Keys of key columns that are not recorded, in batches. Texts are not searched: what they mention is recorded. */
export function listUnrecorded(db: Executor): AsyncGenerator<{ key: string }[]> {
  const named = sql.join(
    keyColumns.map((column) => sql`select ${keysIn(column)} as key from ${column.table}`),
    sql` union all `,
  );
  return inBatches('key', async (after, length) => {
    const { rows } = await db.execute<{ key: string }>(
      sql`select distinct key from (${named}) named
        where key > ${after} and not exists (select from ${storedObjects} where ${storedObjects.key} = named.key)
        order by key limit ${length}`,
    );
    return rows;
  });
}

type StoredObject = typeof storedObjects.$inferSelect;

/** Recorded files ordered by key, in batches. */
export const listInBatches = (db: Executor, which?: SQL, length?: number): AsyncGenerator<StoredObject[]> =>
  inBatches(
    'key',
    (after, limit) =>
      db
        .select()
        .from(storedObjects)
        .where(and(gt(storedObjects.key, after), which))
        .orderBy(asc(storedObjects.key))
        .limit(limit),
    length,
  );

/** Files that no key column refers to; the database compares the sets. */
const isUnreferenced = sql.join(
  keyColumns.map(
    (column) =>
      sql`not exists (select from (select ${keysIn(column)} as key from ${column.table}) named
        where named.key = ${storedObjects.key})`,
  ),
  sql` and `,
);

/** Unreferenced files that are counted; beyond them there are just more. */
const orphansCounted = 10_000;

/** Recorded files of these buckets outside the trash, without references and older than the grace period. */
export async function* listUnnamed(
  db: Executor,
  among: readonly Bucket[],
  now: Date,
  length?: number,
): AsyncGenerator<StoredObject[]> {
  const isOld = lt(storedObjects.createdAt, new Date(now.getTime() - graceHours * 3_600_000));
  const isOfBucket = inArray(storedObjects.bucket, [...among]);
  const which = and(isNull(storedObjects.trashedAt), isOfBucket, isOld, isUnreferenced);
  for await (const part of listInBatches(db, which, length)) {
    const named = await findNamed(
      db,
      part.map(({ key }) => key),
    );
    yield part.filter(({ key }) => !named.has(key) && !isPlaceholder(key));
  }
}

/** Unreferenced pictures older than the grace period, oldest first; counts up to `orphansCounted` (A-74). */
export async function listOrphans(db: Executor, now: Date): Promise<FileList> {
  let part: StoredObject[] = [];
  for await (const first of listUnnamed(db, pictureBuckets, now, orphansCounted)) {
    part = first;
    break;
  }
  const oldest = part.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return {
    files: oldest.slice(0, filesShown).map(toOrphan),
    count: part.length,
    isMore: part.length >= orphansCounted,
  };
}

/** The trash, latest first. */
export async function listTrash(db: Database): Promise<FileList> {
  const isTrashed = isNotNull(storedObjects.trashedAt);
  const [rows, all] = await Promise.all([
    db.select().from(storedObjects).where(isTrashed).orderBy(desc(storedObjects.trashedAt)).limit(filesShown),
    db.$count(storedObjects, isTrashed),
  ]);
  return { files: rows.map(toOrphan), count: all, isMore: false };
}

const toOrphan = ({ key, bucket, size, createdAt }: StoredObject): Orphan => ({
  key,
  bucket,
  size,
  createdAt: createdAt.toISOString(),
});
