import { and, asc, count, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { prepared } from '#db/prepared.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { downloads } from '#db/schema/downloads.ts';
import type { User } from '#features/accounts/model.ts';
import { isAdmin } from '#features/accounts/roles.ts';
import { visible } from '#features/catalog/queries.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import { firstOf } from '#platform/elements.ts';
import { memoriesOf } from '#platform/memory.ts';
import { type DownloadKind, downloadKind, type TrackFile } from './model.ts';

const selectFiles = (db: Executor, where: SQL | undefined, shown: SQL | undefined = visible) =>
  db
    .select({
      id: tracks.id,
      packageId: tracks.packageId,
      packageTitle: packages.title,
      name: tracks.name,
      kind: categories.kind,
      isFeatured: packages.isFeatured,
      key: tracks.storageKey,
      mime: tracks.mime,
      size: tracks.size,
      durationMs: tracks.durationMs,
      contentHash: tracks.contentHash,
      crc32: tracks.crc32,
      createdAt: tracks.createdAt,
      previewKey: tracks.previewKey,
      previewSize: tracks.previewSize,
    })
    .from(tracks)
    .innerJoin(packages, eq(packages.id, tracks.packageId))
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(and(shown, where));

const selectFile = prepared((db) =>
  selectFiles(db, eq(tracks.id, sql.placeholder('trackId'))).prepare('track_file'),
);

/** The stored file of a visible track; null for any other and before its bytes are stored. */
export async function findTrackFile(db: Database, trackId: string): Promise<TrackFile | null> {
  const [row] = await selectFile(db).execute({ trackId });
  return row?.key ? { ...row, key: row.key } : null;
}

/** The file of a track in a draft, or in an inactive package or category; null unless an administrator asks. */
export async function findHiddenFile(
  db: Executor,
  viewer: { user: Pick<User, 'role'> } | null,
  trackId: string,
): Promise<TrackFile | null> {
  if (!isAdmin(viewer?.user)) return null;
  const [row] = await selectFiles(db, eq(tracks.id, trackId), isNull(packages.deletedAt));
  return row?.key ? { ...row, key: row.key } : null;
}

export interface PackageFiles {
  title: string;
  kind: string;
  /** The key is null while the bytes are missing. */
  files: (Omit<TrackFile, 'key'> & { key: string | null })[];
}

/** A visible package's files, or null. */
export async function findPackageFiles(db: Executor, packageId: string): Promise<PackageFiles | null> {
  const [pack] = await db
    .select({ title: packages.title, kind: categories.kind })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(and(visible, eq(packages.id, packageId)));
  if (!pack) return null;
  const files = await selectFiles(db, eq(tracks.packageId, packageId)).orderBy(
    asc(tracks.orderIndex),
    asc(tracks.id),
  );
  return { ...pack, files };
}

const memoryOf = memoriesOf('catalog', { lifetime: Number.POSITIVE_INFINITY, limit: 20_000 });

/** Cached until the package changes: a playing track's ranges read the database once. */
export const findRememberedFile = (
  { db, bus }: { db: Database; bus: Bus },
  trackId: string,
): Promise<TrackFile | null> =>
  memoryOf(bus).get(
    trackId,
    () => findTrackFile(db, trackId),
    ({ packageId }) => packageId,
  );

export interface DownloadLine {
  id: string;
  trackId: string;
  packageId: string;
  trackName: string;
  packageTitle: string;
  kind: DownloadKind;
  bytes: number | null;
  licenseVersion: string;
  /** Null: delivered before there were licence records. */
  licenceId: string | null;
  createdAt: string;
}

/** What a user has downloaded, newest first. */
export async function listDownloads(
  db: Database,
  userId: string,
  page: { limit: number; offset: number } = { limit: 50, offset: 0 },
): Promise<DownloadLine[]> {
  const rows = await db
    .select({
      id: downloads.id,
      trackId: downloads.trackId,
      packageId: downloads.packageId,
      trackName: downloads.trackName,
      packageTitle: downloads.packageTitle,
      kind: downloads.kind,
      bytes: downloads.bytes,
      licenseVersion: downloads.licenseVersion,
      licenceId: downloads.licenceId,
      createdAt: downloads.createdAt,
    })
    .from(downloads)
    .where(eq(downloads.userId, userId))
    .orderBy(desc(downloads.createdAt), desc(downloads.id))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(({ kind, createdAt, ...line }) => ({
    ...line,
    kind: downloadKind(kind),
    createdAt: createdAt.toISOString(),
  }));
}

/** Number of files a user has downloaded since a moment, and ever (DWN-15). */
export async function countDownloads(
  db: Database,
  userId: string,
  since: Date,
): Promise<{ recent: number; total: number }> {
  const found = await db
    .select({
      recent: sql<number>`count(*) filter (where ${gt(downloads.createdAt, since)})`.mapWith(Number),
      total: count(),
    })
    .from(downloads)
    .where(eq(downloads.userId, userId));
  return firstOf(found);
}

/** The title of any package, also a hidden one; null when it is gone. */
export async function findPackageTitle(db: Executor, packageId: string): Promise<string | null> {
  const [row] = await db.select({ title: packages.title }).from(packages).where(eq(packages.id, packageId));
  return row?.title ?? null;
}
