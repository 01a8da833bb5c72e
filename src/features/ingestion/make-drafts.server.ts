import { and, asc, eq, inArray, isNull, like, or, sql } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import type { Executor } from '#db/open.server.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { importFiles, imports, removedDriveFiles } from '#db/schema/ingestion.ts';
import { readDriveAddress } from '#features/catalog/drive-address.ts';
import { drawPackageCover } from '#features/curation/covers/make-cover.server.ts';
import { elementAt, firstOf } from '#platform/elements.ts';
import { newId } from '#platform/ids.ts';
import { cutText } from '#platform/letters.ts';
import { groupScan } from './draft-grouping.ts';
import { folderOf, type KnownPackage, planDrafts } from './draft-plan.ts';
import { type DraftCategory, type DraftGroup, type DraftWords, draftFailures } from './drafts.ts';
import { beginFiles, failImport, notShown } from './finish-import.server.ts';
import { leftFiles, readingStatuses } from './import-states.ts';
import { DriveError, type Scan } from './imports.ts';
import { planFiles } from './plan-files.server.ts';
import { scanFolder } from './scan.ts';
import { findOpenImport, type Import, type ImportDeps, lockOpenImport } from './start-import.server.ts';
import { wordGroups } from './wording-gateway.server.ts';

export interface DraftDeps extends ImportDeps {
  settings: ImportDeps['settings'] & {
    AI_BASE_URL?: string | undefined;
    AI_API_KEY?: string | undefined;
    AI_MODEL?: string | undefined;
  };
}

/**
 * Scans the folder of an import and makes its drafts: inactive, in the review list, one per folder with audio, with
 * their files planned and started (A-72). A temporary refusal of Drive makes it wait. Safe to repeat, also after a
 * crash: existing drafts are found by their Drive folder.
 */
export async function makeDrafts(deps: DraftDeps, importId: string, signal?: AbortSignal): Promise<void> {
  const run = await findOpenImport(deps.db, importId);
  if (!run) return;
  const refusal = await draftFolder(deps, run, signal);
  if (refusal instanceof DriveError) await notShown(deps, run, refusal);
  else if (refusal) await failImport(deps, importId, refusal);
}

/** @returns why it failed; null when it continues */
async function draftFolder(
  deps: DraftDeps,
  run: Import,
  signal?: AbortSignal,
): Promise<string | DriveError | null> {
  const { db, clock } = deps;
  const choices = await listDraftCategories(db);
  if (choices.length === 0) return draftFailures['no-category'];
  const target = { id: run.driveFolderId, resourceKey: run.resourceKey };
  const scan = await scanFolder(deps.drive, target, signal).catch((error: unknown) => {
    if (error instanceof DriveError && !signal?.aborted) return error;
    throw error;
  });
  if (scan instanceof DriveError) return scan;
  const folderName = cutText(scan.folders[0]?.name ?? '', 500) || null;
  await db
    .update(imports)
    .set({ status: 'grouping', folderName, updatedAt: clock.now() })
    .where(and(eq(imports.id, run.id), inArray(imports.status, readingStatuses)));
  const groups = groupScan(scan);
  if (groups.length === 0) return draftFailures['no-audio'];
  const folderIds = scan.folders.map(({ id }) => id);
  const { make } = planDrafts(groups, await listKnownPackages(db, folderIds));
  const worded = await wordGroups(deps.settings, make, choices, { log: deps.log, signal });
  const words = new Map(make.map(({ key }, at) => [key, elementAt(worded, at)]));

  const made = await db.transaction(async (tx) => {
    // Two nested folders may be scanned at once: serialised, so that the second finds the drafts of the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('make drafts'))`);
    // Cancelled during the scan: make nothing.
    if (!(await lockOpenImport(tx, run.id))) return null;
    const plan = planDrafts(groups, await listKnownPackages(tx, folderIds));
    const ids: string[] = [];
    for (const group of plan.make) {
      const wording = words.get(group.key);
      // If its package was purged meanwhile, the next run makes it.
      if (wording) ids.push(await insertDraft(deps, tx, { run, scan, group, ...wording, choices }));
    }
    for (const asked of plan.complete)
      await planFiles(tx, { ...asked, importId: run.id, isPart: true }, clock.now());
    return ids;
  });
  if (!made) return null;
  await beginFiles(deps, run.id);
  // Drawn from the title for now, and from the sound when the files have arrived.
  for (const id of made) await drawPackageCover(deps, id, { onlyMissing: true });
  return null;
}

function listDraftCategories(db: Executor): Promise<DraftCategory[]> {
  return db
    .select({ id: categories.id, name: categories.name, kind: categories.kind })
    .from(categories)
    .where(eq(categories.isActive, true))
    .orderBy(asc(categories.orderIndex), asc(categories.id));
}

interface NewDraft {
  run: Import;
  scan: Scan;
  group: DraftGroup;
  words: DraftWords;
  order: number;
  choices: DraftCategory[];
}

async function insertDraft({ clock }: DraftDeps, tx: Executor, draft: NewDraft): Promise<string> {
  const { run, scan, group, words, order, choices } = draft;
  const id = newId();
  await tx.insert(packages).values({
    id,
    title: words.title,
    description: words.description,
    tags: words.tags.length > 0 ? words.tags : null,
    categoryId: words.categoryId ?? firstOf(choices).id,
    categoryOpen: words.categoryId === null,
    orderIndex: order,
    googleDriveUrl: addressOf(scan, group.folderId),
    isActive: false,
    isDraft: true,
    createdByAi: true,
    driveFolderId: group.key,
  });
  await planFiles(tx, { importId: run.id, packageId: id, files: group.files }, clock.now());
  return id;
}

function addressOf({ folders }: Scan, folderId: string): string {
  const key = folders.find(({ id }) => id === folderId)?.resourceKey;
  return `https://drive.google.com/drive/folders/${folderId}${key ? `?resourcekey=${key}` : ''}`;
}

/** Packages made from these folders (drafts, published and deleted ones), and those whose link names one. */
async function listKnownPackages(db: Executor, folderIds: string[]): Promise<KnownPackage[]> {
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
        among(sql`split_part(${packages.driveFolderId}, '#', 1)`, folderIds),
        and(isNull(packages.driveFolderId), like(packages.googleDriveUrl, 'https://%')),
      ),
    );
  const found = rows.flatMap(({ id, driveFolderId, url, isDraft, deletedAt }) => {
    const key = driveFolderId ?? (url && deletedAt === null ? readDriveAddress(url)?.id : null);
    return key && asked.has(folderOf(key)) ? [{ id, key, isDraft, isDeleted: deletedAt !== null }] : [];
  });
  const files = await listFiles(
    db,
    found.map(({ id }) => id),
  );
  return found.map((pack) => ({ ...pack, files: files.get(pack.id) ?? new Set() }));
}

/** Drive files of packages: current and former tracks, and pending imports. */
async function listFiles(db: Executor, packageIds: string[]): Promise<Map<string, Set<string>>> {
  if (packageIds.length === 0) return new Map();
  const { packageId: removedFrom, driveFileId: removedId } = removedDriveFiles;
  const have = await db
    .select({ packageId: tracks.packageId, fileId: tracks.driveFileId })
    .from(tracks)
    .where(among(tracks.packageId, packageIds));
  const removed = await db
    .select({ packageId: removedFrom, fileId: removedId })
    .from(removedDriveFiles)
    .where(among(removedFrom, packageIds));
  const coming = inArray(importFiles.status, leftFiles);
  const planned = await db
    .select({ packageId: importFiles.packageId, fileId: importFiles.driveFileId })
    .from(importFiles)
    .where(and(among(importFiles.packageId, packageIds), coming));
  const found = new Map<string, Set<string>>();
  for (const { packageId, fileId } of [...have, ...removed, ...planned]) {
    if (fileId === null) continue;
    const files = found.get(packageId) ?? new Set();
    found.set(packageId, files.add(fileId));
  }
  return found;
}
