import { and, asc, eq, exists, gt, inArray, lt, lte, notExists, type SQL, sql } from 'drizzle-orm';
import { inBatches } from '#db/batches.ts';
import type { Database } from '#db/open.server.ts';
import { type ImportStatus, importFiles, imports, removedDriveFiles } from '#db/schema/ingestion.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import { beginFiles } from './finish-import.server.ts';
import { isRepeatable, leftFiles, readingStatuses, repeatableFiles } from './import-states.ts';
import { firstJobs } from './job-definitions.ts';
import { filesOf, type ImportDeps, stillOpen } from './start-import.server.ts';

/** Minutes without progress until an import's files are queued again. */
const standstillMinutes = 30;

/** Cancels an import: arrived files stay, transfers are aborted. Safe to repeat; null: it had ended. */
export async function cancelImport(
  { db }: { db: Database },
  admin: Admin,
  id: string,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const stopped = await tx
      .update(imports)
      .set({ status: 'cancelled', reason: null, waitUntil: null, finishedAt: now, updatedAt: now })
      .where(and(eq(imports.id, id), stillOpen))
      .returning({ id: imports.id });
    if (stopped.length === 0) return false;
    await tx
      .update(importFiles)
      .set({ status: 'cancelled', updatedAt: now })
      .where(and(eq(importFiles.importId, id), inArray(importFiles.status, leftFiles)));
    await recordChange(tx, admin, 'import.cancel', id);
    return true;
  });
}

const isRemoval = ({ packageId, driveFileId }: { packageId: string; driveFileId: string }) =>
  and(eq(removedDriveFiles.packageId, packageId), eq(removedDriveFiles.driveFileId, driveFileId));

/**
 * Retries one file, or all missing files of an import; one that failed before listing files scans the folder again. A
 * file whose track was removed by hand returns only when it is named. Safe to repeat. False: nothing to retry.
 */
export async function retryImport(
  deps: ImportDeps,
  admin: Admin,
  id: string,
  fileId?: string,
): Promise<boolean> {
  const now = deps.clock.now();
  const outcome = await deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(imports).where(eq(imports.id, id)).for('update');
    if (!row) return 'nothing';
    const tried = await tx
      .update(importFiles)
      .set({ status: 'pending', reason: null, receivedBytes: 0, updatedAt: now })
      .where(
        and(
          eq(importFiles.importId, id),
          inArray(importFiles.status, fileId ? [...repeatableFiles, 'removed'] : repeatableFiles),
          fileId ? eq(importFiles.id, fileId) : undefined,
        ),
      )
      .returning({ packageId: importFiles.packageId, driveFileId: importFiles.driveFileId });
    const [one] = fileId ? tried : [];
    if (one) await tx.delete(removedDriveFiles).where(isRemoval(one));
    const isEmpty = tried.length === 0 && !fileId && isRepeatable(row.status);
    if (tried.length === 0 && !isEmpty) return 'nothing';
    const status = isEmpty ? 'scanning' : 'running';
    await tx
      .update(imports)
      .set({ status, reason: null, waitUntil: null, finishedAt: null, updatedAt: now })
      .where(eq(imports.id, id));
    await recordChange(tx, admin, 'import.retry', id);
    if (!isEmpty) return 'files';
    await deps.jobs.send(firstJobs[row.kind], { importId: id }, { tx });
    return 'scan';
  });
  if (outcome === 'files') await beginFiles(deps, id);
  return outcome !== 'nothing';
}

/** Resumes imports after a wait, and stalled ones. Safe to repeat; run by cron. @returns how many */
export async function goOnWithImports(deps: ImportDeps): Promise<number> {
  const { db, clock } = deps;
  const now = clock.now();
  const isDue = and(eq(imports.status, 'waiting'), lte(imports.waitUntil, now));
  let count = 0;
  for await (const due of listImports(db, and(isDue, exists(filesOf(db)))))
    for (const { id } of due) {
      await db
        .update(importFiles)
        .set({ status: 'pending', reason: null, updatedAt: now })
        .where(and(eq(importFiles.importId, id), eq(importFiles.status, 'waiting')));
      await beginFiles(deps, id);
      count++;
    }
  count += await scanAgain(deps, and(isDue, notExists(filesOf(db))));
  const before = new Date(now.getTime() - standstillMinutes * 60_000);
  const isStill = and(
    lt(imports.updatedAt, before),
    sql`not exists (select from ${importFiles} where ${importFiles.importId} = ${imports.id}
      and ${importFiles.status} = 'running' and ${importFiles.updatedAt} >= ${before.toISOString()})`,
  );
  for await (const still of listImports(db, and(eq(imports.status, 'running'), isStill)))
    for (const { id } of still) {
      await beginFiles(deps, id);
      count++;
    }
  return count + (await scanAgain(deps, and(inArray(imports.status, readingStatuses), isStill)));
}

const listImports = (db: Database, which: SQL | undefined): AsyncGenerator<{ id: string }[]> =>
  inBatches('id', (after, length) =>
    db
      .select({ id: imports.id })
      .from(imports)
      .where(and(which, gt(imports.id, after)))
      .orderBy(asc(imports.id))
      .limit(length),
  );

async function scanAgain({ db, jobs, clock }: ImportDeps, which: SQL | undefined): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(imports)
      .set({
        status: sql`case when ${eq(imports.status, 'waiting')} then ${'scanning' satisfies ImportStatus}
          else ${imports.status} end`,
        reason: null,
        waitUntil: null,
        updatedAt: clock.now(),
      })
      .where(which)
      .returning({ id: imports.id, kind: imports.kind });
    for (const { id, kind } of rows) await jobs.send(firstJobs[kind], { importId: id }, { tx });
    return rows.length;
  });
}
