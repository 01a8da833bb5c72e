import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { type FileStatus, type ImportStatus, importFiles, imports } from '#db/schema/ingestion.ts';
import { drawPackageCover } from '#features/curation/covers/make-cover.server.ts';
import { notify } from '#features/notifications/notify.server.ts';
import { localInstant } from '#platform/calendar.ts';
import { endNotice } from './import-notice.ts';
import { arrivedFiles, dueFiles, endedFiles } from './import-states.ts';
import {
  type DriveError,
  emptyEnds,
  isWaitingReason,
  patienceDays,
  pauseMinutes,
  quotaHours,
  waitingReasons,
} from './imports.ts';
import { importFileJob } from './job-definitions.ts';
import { type Import, type ImportDeps, stillOpen } from './start-import.server.ts';

/** Starts the planned files, one job each; without files the import ends. Safe to repeat. */
export async function beginFiles(deps: ImportDeps, importId: string): Promise<void> {
  const begun = await deps.db
    .update(imports)
    .set({ status: 'running', reason: null, waitUntil: null, updatedAt: deps.clock.now() })
    .where(and(eq(imports.id, importId), stillOpen))
    .returning({ id: imports.id });
  if (begun.length === 0) return;
  const waiting = await deps.db
    .select({ id: importFiles.id })
    .from(importFiles)
    .where(and(eq(importFiles.importId, importId), eq(importFiles.status, 'pending')))
    .orderBy(importFiles.orderIndex, importFiles.id);
  for (const { id } of waiting) await deps.jobs.send(importFileJob, { fileId: id, attempt: 0 }, { key: id });
  await finishImport(deps, importId);
}

/**
 * Ends an import without remaining files, draws covers and notifies; one of concurrent calls does it. Safe to repeat.
 */
export async function finishImport(deps: ImportDeps, importId: string): Promise<void> {
  const { db, bus, clock } = deps;
  const now = clock.now();
  const { quota, busy } = waitingReasons;
  const left = (...statuses: FileStatus[]) => sql`exists (select from ${importFiles}
    where ${importFiles.importId} = ${importId} and ${inArray(importFiles.status, statuses)})`;
  const become = (status: ImportStatus) => sql`${status}::text`;
  const isAsked = sql`exists (select from ${importFiles} where ${importFiles.importId} = ${importId}
    and ${importFiles.status} = 'waiting' and ${importFiles.reason} is distinct from ${quota})`;
  const inMinutes = (n: number) => sql`${new Date(now.getTime() + n * 60_000).toISOString()}::timestamptz`;
  const isEmpty = sql`not ${left(...endedFiles, 'removed')}`;
  const [ended] = await db
    .update(imports)
    .set({
      status: sql`case when ${left('waiting')} then ${become('waiting')}
        when ${left('failed')} and not ${left(...arrivedFiles)} then ${become('failed')}
        else ${become('done')} end`,
      reason: sql`case when ${isAsked} then ${busy} when ${left('waiting')} then ${quota}
        when ${isEmpty} then case when ${imports.kind} = 'drafts' then ${emptyEnds.drafts} else ${emptyEnds.package} end
        end`,
      waitUntil: sql`case when ${isAsked} then ${inMinutes(pauseMinutes.quota)}
        when ${left('waiting')} then ${inMinutes(quotaHours * 60)} end`,
      finishedAt: sql`case when ${left('waiting')} then null else ${now.toISOString()}::timestamptz end`,
      updatedAt: now,
    })
    .where(and(eq(imports.id, importId), eq(imports.status, 'running'), sql`not ${left(...dueFiles)}`))
    .returning();
  if (!ended) return;
  for (const packageId of await listPackageIds(db, ended)) {
    await drawPackageCover(deps, packageId);
    await bus.publish('catalog', packageId);
  }
  await tellEnd(deps, ended);
}

async function listPackageIds(db: Executor, { id, packageId }: Import): Promise<string[]> {
  if (packageId) return [packageId];
  const rows = await db
    .selectDistinct({ id: importFiles.packageId })
    .from(importFiles)
    .where(eq(importFiles.importId, id));
  return rows.map((row) => row.id);
}

/** Fails an import with its reason; arrived files stay, others can be retried. */
export async function failImport(deps: ImportDeps, importId: string, reason: string): Promise<void> {
  const now = deps.clock.now();
  const [failed] = await deps.db
    .update(imports)
    .set({ status: 'failed', reason, finishedAt: now, updatedAt: now, waitUntil: null })
    .where(and(eq(imports.id, importId), stillOpen))
    .returning();
  if (failed) await tellEnd(deps, failed);
}

/**
 * Handles a folder that Drive does not show. A temporary refusal makes the import wait, at least as long as Drive
 * asks; it notifies the administrators once, and a cron job resumes it. Other refusals, and a week of waiting, fail
 * it.
 */
export async function notShown(deps: ImportDeps, run: Import, error: DriveError): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const { reason, retryAfter } = error;
  const isOld = now.getTime() - run.createdAt.getTime() > patienceDays * 86_400_000;
  if (!isWaitingReason(reason) || isOld) return failImport(deps, run.id, error.message);
  const asked = Math.min(retryAfter ?? 0, quotaHours * 3600);
  const waitUntil = new Date(now.getTime() + Math.max(asked, pauseMinutes[reason] * 60) * 1000);
  const [paused] = await db
    .update(imports)
    .set({ status: 'waiting', reason: waitingReasons[reason], waitUntil, updatedAt: now })
    .where(and(eq(imports.id, run.id), stillOpen))
    .returning();
  if (paused) await tellEnd(deps, paused);
}

/** Notifies the administrators that an import ended or, once, that it waits. */
async function tellEnd({ db, bus, clock }: ImportDeps, ended: Import): Promise<void> {
  const counts = await db
    .select({ status: importFiles.status, n: count() })
    .from(importFiles)
    .where(eq(importFiles.importId, ended.id))
    .groupBy(importFiles.status);
  const of = (status: string) => counts.find((row) => row.status === status)?.n ?? 0;
  const facts = { ...ended, done: of('done'), failed: of('failed') };
  const when = ended.status === 'waiting' ? '' : `:${localInstant(clock.now()).slice(0, 13)}`;
  await notify(db, { ...endNotice(facts), dedupeKey: `import:${ended.id}:${ended.status}${when}` });
  await bus.publish('notifications');
}
