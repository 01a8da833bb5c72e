import { and, asc, eq, inArray, isNull, like, notInArray, or, sql } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { importFiles, imports } from '#db/schema/ingestion.ts';
import { readDriveAddress } from '#features/catalog/drive-address.ts';
import { drawPackageCover } from '#features/curation/covers/commands.server.ts';
import { newId } from '#platform/ids.ts';
import {
  beginFiles,
  failImport,
  findOpenImport,
  type Import,
  type ImportDeps,
} from '../../commands.server.ts';
import { DriveError, type ScannedFile } from '../../model.ts';
import { scanFolder } from '../../scan.ts';
import { wordGroups } from '../gateway.server.ts';
import { groupScan } from '../grouping.ts';
import { type DraftCategory, type DraftGroup, type DraftWords, draftFailures } from '../model.ts';
import { type KnownPackage, planDrafts } from '../plan.ts';

export interface DraftDeps extends ImportDeps {
  settings: ImportDeps['settings'] & {
    AI_BASE_URL?: string | undefined;
    AI_API_KEY?: string | undefined;
    AI_MODEL?: string | undefined;
  };
}

/**
 * Looks through the folder of an import and makes its draft packages: inactive, in the review list, one for each
 * folder with audio, their files planned and begun. Safe to repeat and to be killed: what is there is found
 * again by its Drive folder.
 */
export async function makeDrafts(deps: DraftDeps, importId: string, signal?: AbortSignal): Promise<void> {
  const run = await findOpenImport(deps.db, importId);
  if (!run) return;
  const refusal = await draftFolder(deps, run, signal);
  if (refusal) await failImport(deps, importId, refusal);
}

/** @returns why nothing came of it; null when it goes on */
async function draftFolder(deps: DraftDeps, run: Import, signal?: AbortSignal): Promise<string | null> {
  const { db, clock } = deps;
  const choices = await listDraftCategories(db);
  if (choices.length === 0) return draftFailures['no-category'];
  const target = { id: run.driveFolderId, resourceKey: run.resourceKey };
  const scan = await scanFolder(deps.drive, target, signal).catch((error: unknown) => {
    if (error instanceof DriveError && !signal?.aborted) return error;
    throw error;
  });
  if (scan instanceof DriveError) return scan.message;
  const folderName = scan.folders[0]?.name.slice(0, 500) ?? null;
  await db
    .update(imports)
    .set({ status: 'grouping', folderName, updatedAt: clock.now() })
    .where(and(eq(imports.id, run.id), inArray(imports.status, ['scanning', 'grouping'])));
  const groups = groupScan(scan);
  if (groups.length === 0) return draftFailures['no-audio'];
  const folderIds = scan.folders.map(({ id }) => id);
  const { make } = planDrafts(groups, await listKnownPackages(db, folderIds));
  const worded = await wordGroups(deps.settings, make, choices, { log: deps.log, signal });
  const words = new Map(make.map(({ key }, at) => [key, worded[at]!]));

  const made = await db.transaction(async (tx) => {
    // Two folders, one within the other, may be looked through at once: what one has made the other finds.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('make drafts'))`);
    // Cancelled while it was being read: nothing is made any more.
    if (!(await findOpenImport(tx, run.id))) return null;
    const plan = planDrafts(groups, await listKnownPackages(tx, folderIds));
    const ids: string[] = [];
    for (const group of plan.make) {
      const given = words.get(group.key);
      // Its package was deleted for good meanwhile: the next run makes it.
      if (given) ids.push(await insertDraft(tx, run, group, given, choices));
    }
    for (const { packageId, files } of plan.complete) await planFiles(tx, run.id, packageId, files);
    return ids;
  });
  if (!made) return null;
  await beginFiles(deps, run.id);
  // Drawn again from the sound when the files have come; until then from the title.
  for (const id of made) await drawPackageCover(deps, id, { onlyMissing: true });
  return null;
}

/** Active categories in their order. */
export function listDraftCategories(db: Executor): Promise<DraftCategory[]> {
  return db
    .select({ id: categories.id, name: categories.name, kind: categories.kind })
    .from(categories)
    .where(eq(categories.isActive, true))
    .orderBy(asc(categories.orderIndex), asc(categories.id));
}

async function insertDraft(
  tx: Executor,
  run: Import,
  group: DraftGroup,
  { words, order }: { words: DraftWords; order: number },
  choices: DraftCategory[],
): Promise<string> {
  const id = newId();
  const isRoot = group.folderId === run.driveFolderId;
  const key = isRoot && run.resourceKey ? `?resourcekey=${run.resourceKey}` : '';
  await tx.insert(packages).values({
    id,
    title: words.title,
    description: words.description,
    tags: words.tags.length > 0 ? words.tags : null,
    categoryId: words.categoryId ?? choices[0]!.id,
    categoryOpen: words.categoryId === null,
    orderIndex: order,
    googleDriveUrl: `https://drive.google.com/drive/folders/${group.folderId}${key}`,
    isActive: false,
    isDraft: true,
    createdByAi: true,
    driveFolderId: group.key,
  });
  await planFiles(tx, run.id, id, group.files);
  return id;
}

/** Files that are to come, behind those that are there. */
async function planFiles(
  tx: Executor,
  importId: string,
  packageId: string,
  files: ScannedFile[],
): Promise<void> {
  const [last] = await tx
    .select({ at: sql<number>`coalesce(max(${tracks.orderIndex}), -1)`.mapWith(Number) })
    .from(tracks)
    .where(eq(tracks.packageId, packageId));
  const rows = files.map((file, at) => ({
    id: newId(),
    importId,
    packageId,
    driveFileId: file.id,
    resourceKey: file.resourceKey,
    name: file.name.slice(0, 1000),
    orderIndex: last!.at + 1 + at,
    size: file.size,
    md5: file.md5,
    mime: file.mimeType.slice(0, 200),
  }));
  // A row has ten values, a statement at most 65,535.
  for (let from = 0; from < rows.length; from += 1_000)
    await tx
      .insert(importFiles)
      .values(rows.slice(from, from + 1_000))
      .onConflictDoNothing();
}

/** Packages that were made of these folders, drafts and others, those in the bin too; and those that name one by link. */
export async function listKnownPackages(db: Executor, folderIds: string[]): Promise<KnownPackage[]> {
  const asked = new Set(folderIds);
  const rows = await db
    .select({
      id: packages.id,
      driveFolderId: packages.driveFolderId,
      url: packages.googleDriveUrl,
      isDraft: packages.isDraft,
      deletedAt: packages.deletedAt,
    })
    .from(packages)
    .where(
      or(
        inArray(sql`split_part(${packages.driveFolderId}, '#', 1)`, folderIds),
        and(isNull(packages.driveFolderId), like(packages.googleDriveUrl, 'https://%')),
      ),
    );
  const found = rows.flatMap(({ id, driveFolderId, url, isDraft, deletedAt }) => {
    const key = driveFolderId ?? (url && deletedAt === null ? readDriveAddress(url)?.id : null);
    return key && asked.has(key.split('#', 1)[0]!)
      ? [{ id, key, isDraft, isDeleted: deletedAt !== null }]
      : [];
  });
  const files = await listFiles(
    db,
    found.map(({ id }) => id),
  );
  return found.map((pack) => ({ ...pack, files: files.get(pack.id) ?? new Set() }));
}

/** Drive files that packages have as tracks, or that were planned for them and did not fail. */
async function listFiles(db: Executor, packageIds: string[]): Promise<Map<string, Set<string>>> {
  if (packageIds.length === 0) return new Map();
  const [have, planned] = await Promise.all([
    db
      .select({ packageId: tracks.packageId, fileId: tracks.driveFileId })
      .from(tracks)
      .where(inArray(tracks.packageId, packageIds)),
    db
      .select({ packageId: importFiles.packageId, fileId: importFiles.driveFileId })
      .from(importFiles)
      .where(
        and(
          inArray(importFiles.packageId, packageIds),
          notInArray(importFiles.status, ['failed', 'cancelled']),
        ),
      ),
  ]);
  const found = new Map<string, Set<string>>();
  for (const { packageId, fileId } of [...have, ...planned]) {
    if (fileId === null) continue;
    const files = found.get(packageId) ?? new Set();
    found.set(packageId, files.add(fileId));
  }
  return found;
}
