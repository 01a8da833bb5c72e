import { and, eq, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { importFiles, imports } from '#db/schema/ingestion.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/commands.server.ts';
import { beginFiles, type ImportDeps } from '../commands.server.ts';
import { openStatuses } from '../model.ts';
import { firstJobs } from '../work.ts';

/** Minutes without any sign of life after which an import's files are queued again. */
const standstillMinutes = 30;

/** Stops an import: what has arrived stays, what is on its way is left. Safe to repeat; null: it had ended. */
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
      .where(and(eq(imports.id, id), inArray(imports.status, [...openStatuses])))
      .returning({ id: imports.id });
    if (stopped.length === 0) return false;
    await tx
      .update(importFiles)
      .set({ status: 'cancelled', updatedAt: now })
      .where(
        and(eq(importFiles.importId, id), inArray(importFiles.status, ['pending', 'running', 'waiting'])),
      );
    await recordChange(tx, admin, { action: 'import.cancel', entity: 'import', entityId: id });
    return true;
  });
}

/**
 * Tries again what did not come: one file, or all of an import; one that never got to its files looks through the
 * folder again. Safe to repeat. False: there was nothing to try.
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
    const again = await tx
      .update(importFiles)
      .set({ status: 'pending', reason: null, receivedBytes: 0, updatedAt: now })
      .where(
        and(
          eq(importFiles.importId, id),
          inArray(importFiles.status, ['failed', 'cancelled', 'waiting', 'pending']),
          fileId ? eq(importFiles.id, fileId) : undefined,
        ),
      )
      .returning({ id: importFiles.id });
    const isEmpty = again.length === 0 && !fileId && ['failed', 'cancelled'].includes(row.status);
    if (again.length === 0 && !isEmpty) return 'nothing';
    const status = isEmpty ? 'scanning' : 'running';
    await tx
      .update(imports)
      .set({ status, reason: null, waitUntil: null, finishedAt: null, updatedAt: now })
      .where(eq(imports.id, id));
    await recordChange(tx, admin, { action: 'import.retry', entity: 'import', entityId: id });
    if (!isEmpty) return 'files';
    await deps.jobs.send(firstJobs[row.kind === 'drafts' ? 'drafts' : 'package'], { importId: id }, { tx });
    return 'scan';
  });
  if (outcome === 'files') await beginFiles(deps, id);
  return outcome !== 'nothing';
}

/**
 * Goes on with imports whose wait for a quota is over, and with those that stand still because a process was lost
 * between two steps. Safe to repeat; run by the clock.
 * @returns how many
 */
export async function goOnWithImports(deps: ImportDeps): Promise<number> {
  const { db, jobs, clock } = deps;
  const now = clock.now();
  const due = await db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.status, 'waiting'), lte(imports.waitUntil, now)));
  for (const { id } of due) {
    await db
      .update(importFiles)
      .set({ status: 'pending', reason: null, updatedAt: now })
      .where(and(eq(importFiles.importId, id), eq(importFiles.status, 'waiting')));
    await beginFiles(deps, id);
  }
  const before = new Date(now.getTime() - standstillMinutes * 60_000);
  const still = await db
    .select({ id: imports.id, kind: imports.kind, status: imports.status })
    .from(imports)
    .where(
      and(
        inArray(imports.status, ['scanning', 'grouping', 'running']),
        lt(imports.updatedAt, before),
        sql`not exists (select from ${importFiles} where ${importFiles.importId} = ${imports.id}
          and ${importFiles.status} = 'running' and ${importFiles.updatedAt} >= ${before.toISOString()})`,
      ),
    );
  for (const { id, kind, status } of still) {
    if (status === 'running') {
      await beginFiles(deps, id);
      continue;
    }
    await db.update(imports).set({ updatedAt: now }).where(eq(imports.id, id));
    await jobs.send(firstJobs[kind === 'drafts' ? 'drafts' : 'package'], { importId: id });
  }
  return due.length + still.length;
}
