import { and, asc, count, desc, eq, gt, inArray, isNull, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { among } from '#db/conditions.ts';
import { type List, orderOf, readList } from '#db/list.server.ts';
import type { Database, Executor } from '#db/open.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { type FileStatus, importFiles, imports } from '#db/schema/ingestion.ts';
import type { Admin } from '#features/accounts/model.ts';
import { coverUrl } from '#features/catalog/model.ts';
import { draftFields } from '#features/catalog/package-definition.ts';
import type { EditedTrack } from '#features/curation/model.ts';
import { editedColumns, editedTrack } from '#features/curation/queries.server.ts';
import { pick } from '#platform/definition.ts';
import type { ListPage, Place } from '#platform/list.ts';
import { versionOf } from '#platform/version.server.ts';
import {
  type Draft,
  type DraftProgress,
  type DraftRefusal,
  type DraftRun,
  draftsPerPage,
} from './draft-review.ts';
import { arrivedFiles, endedFiles, leftFiles, openStatuses } from './import-states.ts';

export const isDraft = and(eq(packages.isDraft, true), isNull(packages.deletedAt));

/** Fields of its version; arriving files do not count (A-72). */
export const countedOfDraft = { ...draftFields, categoryOpen: true };

/** Why a draft cannot be published; null: it can. */
export function refusalOf(facts: {
  trackCount: number;
  categoryOpen: boolean;
  isCategoryActive: boolean;
}): DraftRefusal | null {
  if (facts.categoryOpen) return 'open-category';
  if (!facts.isCategoryActive) return 'no-category';
  return facts.trackCount > 0 ? null : 'no-track';
}

/** The newest creation first, each in its order. */
const waitingDrafts: List = {
  from: sql`${packages}`,
  where: isDraft,
  id: packages.id,
  order: [sql`-extract(epoch from ${packages.createdAt})`, packages.orderIndex, packages.id],
  size: draftsPerPage,
};

/** A page of drafts with their tracks and import progress. */
export async function listDrafts(
  db: Database,
  _admin: Admin,
  place: Place,
): Promise<{ drafts: Draft[]; page: ListPage }> {
  const { ids, page } = await readList(db, waitingDrafts, place);
  const rows = await db
    .select({ pack: packages, kind: categories.kind, isCategoryActive: categories.isActive })
    .from(packages)
    .innerJoin(categories, eq(categories.id, packages.categoryId))
    .where(among(packages.id, ids))
    .orderBy(orderOf(waitingDrafts));
  const [sounds, progress] = await Promise.all([listSounds(db, ids), listProgress(db, ids)]);
  const drafts = rows.map(({ pack, kind, isCategoryActive }) => ({
    id: pack.id,
    ...pick(draftFields, pack),
    version: versionOf(countedOfDraft, pack),
    categoryId: pack.categoryOpen || !isCategoryActive ? null : pack.categoryId,
    kind,
    coverUrl: coverUrl(pack.coverKey),
    tracks: sounds.get(pack.id) ?? [],
    progress: progress.get(pack.id) ?? null,
    refusal: refusalOf({ ...pack, isCategoryActive }),
  }));
  return { drafts, page };
}

async function listSounds(db: Executor, ids: string[]): Promise<Map<string, EditedTrack[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ packageId: tracks.packageId, ...editedColumns })
    .from(tracks)
    .where(and(among(tracks.packageId, ids), sql`${tracks.storageKey} is not null`))
    .orderBy(asc(tracks.orderIndex), asc(tracks.id));
  const found = new Map<string, EditedTrack[]>();
  for (const { packageId, ...row } of rows) {
    const list = found.get(packageId) ?? [];
    list.push(editedTrack({ ...row, peaks: row.peaks && smaller(row.peaks) }));
    found.set(packageId, list);
  }
  return found;
}

/** Few peaks, because the list is polled every other second while files arrive. */
const shownPeaks = 100;

function smaller(peaks: Buffer): Buffer {
  if (peaks.length <= shownPeaks) return peaks;
  const step = peaks.length / shownPeaks;
  return Buffer.from(
    Array.from({ length: shownPeaks }, (_, at) =>
      Math.max(...peaks.subarray(Math.floor(at * step), Math.floor((at + 1) * step))),
    ),
  );
}

async function listProgress(db: Executor, ids: string[]): Promise<Map<string, DraftProgress>> {
  if (ids.length === 0) return new Map();
  const of = (...statuses: FileStatus[]) =>
    sql<number>`count(*) filter (where ${inArray(importFiles.status, statuses)})`.mapWith(Number);
  const rows = await db
    .select({
      packageId: importFiles.packageId,
      importId: importFiles.importId,
      total: count(),
      arrived: of(...arrivedFiles),
      failed: of('failed'),
      left: of(...leftFiles),
      reason: sql<string | null>`min(${importFiles.reason}) filter (where ${importFiles.status} = 'failed')`,
    })
    .from(importFiles)
    .innerJoin(imports, eq(imports.id, importFiles.importId))
    .where(among(importFiles.packageId, ids))
    .groupBy(importFiles.packageId, importFiles.importId, imports.createdAt)
    .orderBy(asc(imports.createdAt));
  return new Map(rows.map(({ packageId, ...progress }) => [packageId, progress]));
}

export const countDrafts = (db: Executor): Promise<number> => db.$count(packages, isDraft);

export async function isWaiting(db: Executor, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: packages.id })
    .from(packages)
    .where(and(eq(packages.id, id), isDraft));
  return rows.length > 0;
}

/** Milliseconds that a failed creation is shown. */
const failureShown = 24 * 3_600_000;

const countFiles = (...statuses: FileStatus[]) =>
  sql<number>`(select count(*) from ${importFiles} where ${importFiles.importId} = ${imports.id}
    ${statuses.length > 0 ? sql`and ${inArray(importFiles.status, statuses)}` : sql``})`.mapWith(Number);

/** Running automatic creations, and those that failed within a day and were not restarted; newest first. */
export async function listRuns(db: Database, _admin: Admin, now: Date): Promise<DraftRun[]> {
  const newer = alias(imports, 'newer');
  const again = db
    .select({ id: newer.id })
    .from(newer)
    .where(
      and(
        eq(newer.kind, 'drafts'),
        eq(newer.driveFolderId, imports.driveFolderId),
        gt(newer.createdAt, imports.createdAt),
      ),
    );
  const isFresh = gt(imports.createdAt, new Date(now.getTime() - failureShown));
  const rows = await db
    .select({
      id: imports.id,
      folderName: imports.folderName,
      status: imports.status,
      reason: imports.reason,
      files: countFiles(),
      ended: countFiles(...endedFiles),
      createdAt: imports.createdAt,
    })
    .from(imports)
    .where(
      and(
        eq(imports.kind, 'drafts'),
        or(
          inArray(imports.status, openStatuses),
          and(eq(imports.status, 'failed'), isFresh, notExists(again)),
        ),
      ),
    )
    .orderBy(desc(imports.createdAt), desc(imports.id));
  return rows.map((run) => ({ ...run, createdAt: run.createdAt.toISOString() }));
}
