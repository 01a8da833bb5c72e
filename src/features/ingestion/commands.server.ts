import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { packages } from '#db/schema/catalog.ts';
import { importFiles, imports } from '#db/schema/ingestion.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/commands.server.ts';
import { type DriveTarget, readDriveAddress } from '#features/catalog/drive-address.ts';
import { drawPackageCover } from '#features/curation/covers/commands.server.ts';
import { notify } from '#features/notifications/commands.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import type { Logger } from '#platform/log.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import {
  type DriveGateway,
  driveRefusals,
  type ImportKind,
  openStatuses,
  quotaHours,
  type StartRefusal,
} from './model.ts';
import { firstJobs, importFileJob } from './work.ts';

/** What imports work with; the App has it all. */
export interface ImportDeps {
  db: Database;
  bus: Pick<Bus, 'publish'>;
  jobs: Pick<Jobs, 'send'>;
  drive: DriveGateway;
  storage: Storage;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>;
  settings: {
    DATA_DIR: string;
    FFMPEG_PATH?: string | undefined;
    AUDIO_QUOTA_BYTES?: number | undefined;
  };
}

export type Import = typeof imports.$inferSelect;
type StartOutcome = { ok: true; importId: string; isNew: boolean } | { ok: false; reason: StartRefusal };

const stillOpen = inArray(imports.status, [...openStatuses]);

/**
 * Begins an import of a Drive folder, or finds the one that is at work on the same folder for the same purpose: two
 * people at once start one. Its first job is in the same transaction.
 */
export async function startImport(
  deps: Pick<ImportDeps, 'db' | 'jobs' | 'drive'>,
  admin: Admin,
  asked: { kind: ImportKind; packageId: string | null; target: DriveTarget },
): Promise<StartOutcome> {
  if (!deps.drive.isConfigured) return { ok: false, reason: 'not-configured' };
  const { kind, packageId, target } = asked;
  return deps.db.transaction(async (tx): Promise<StartOutcome> => {
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtext(${`import ${packageId ?? kind} ${target.id}`}))`,
    );
    if (packageId) {
      const there = and(eq(packages.id, packageId), isNull(packages.deletedAt));
      const pack = await tx.select({ id: packages.id }).from(packages).where(there);
      if (pack.length === 0) return { ok: false, reason: 'no-package' };
    }
    const [known] = await tx
      .select({ id: imports.id })
      .from(imports)
      .where(
        and(
          eq(imports.driveFolderId, target.id),
          eq(imports.kind, kind),
          packageId ? eq(imports.packageId, packageId) : isNull(imports.packageId),
          // One that has its drafts has looked already: what is new in the folder needs another look.
          kind === 'drafts' ? inArray(imports.status, ['scanning', 'grouping']) : stillOpen,
        ),
      )
      .orderBy(desc(imports.createdAt))
      .limit(1);
    if (known) return { ok: true, importId: known.id, isNew: false };
    const id = newId();
    const { id: driveFolderId, resourceKey } = target;
    await tx
      .insert(imports)
      .values({ id, kind, packageId, driveFolderId, resourceKey, userId: admin.userId });
    const after = { kind, packageId, driveFolderId };
    await recordChange(tx, admin, { action: 'import.start', entity: 'import', entityId: id, after });
    await deps.jobs.send(firstJobs[kind], { importId: id }, { tx });
    return { ok: true, importId: id, isNew: true };
  });
}

/** Begins an import of the folder that a package names. Safe to repeat while it runs. */
export async function syncPackage(
  deps: Pick<ImportDeps, 'db' | 'jobs' | 'drive'>,
  admin: Admin,
  packageId: string,
): Promise<StartOutcome> {
  const [pack] = await deps.db
    .select({ url: packages.googleDriveUrl })
    .from(packages)
    .where(and(eq(packages.id, packageId), isNull(packages.deletedAt)));
  if (!pack) return { ok: false, reason: 'no-package' };
  const target = pack.url ? readDriveAddress(pack.url) : null;
  if (!target) return { ok: false, reason: 'no-link' };
  return startImport(deps, admin, { kind: 'package', packageId, target });
}

/** An import on which work goes on; null when it ended, was cancelled or is gone. */
export async function findOpenImport(db: Executor, id: string): Promise<Import | null> {
  const [row] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), stillOpen));
  return row ?? null;
}

/**
 * Lets an import's planned files begin: it is `running` from then on, and each pending file has its job. Safe to
 * repeat: a file that two jobs name is fetched once. Without files it ends here.
 */
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
 * Ends an import that has no file left to do: done, failed when nothing came of it, or waiting for Drive's quota.
 * Of several that ask at once one does it, draws the covers and tells. Safe to repeat.
 */
export async function finishImport(deps: ImportDeps, importId: string): Promise<void> {
  const { db, bus, clock } = deps;
  const now = clock.now();
  const left = (...statuses: string[]) => sql`exists (select from ${importFiles}
    where ${importFiles.importId} = ${importId} and ${inArray(importFiles.status, statuses)})`;
  const until = new Date(now.getTime() + quotaHours * 3_600_000);
  const [ended] = await db
    .update(imports)
    .set({
      status: sql`case when ${left('waiting')} then 'waiting'
        when ${left('failed')} and not ${left('done', 'unchanged')} then 'failed' else 'done' end`,
      reason: sql`case when ${left('waiting')} then ${driveRefusals.quota} end`,
      waitUntil: sql`case when ${left('waiting')} then ${until.toISOString()}::timestamptz end`,
      finishedAt: sql`case when ${left('waiting')} then null else ${now.toISOString()}::timestamptz end`,
      updatedAt: now,
    })
    .where(
      and(eq(imports.id, importId), eq(imports.status, 'running'), sql`not ${left('pending', 'running')}`),
    )
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

/** Ends an import that cannot go on, with its reason; what has arrived stays, what has not can be tried again. */
export async function failImport(deps: ImportDeps, importId: string, reason: string): Promise<void> {
  const now = deps.clock.now();
  const [failed] = await deps.db
    .update(imports)
    .set({ status: 'failed', reason, finishedAt: now, updatedAt: now, waitUntil: null })
    .where(and(eq(imports.id, importId), stillOpen))
    .returning();
  if (failed) await tellEnd(deps, failed);
}

/** Tells the administrators how an import ended, or that it waits (A-65). */
async function tellEnd({ db, bus, clock }: ImportDeps, ended: Import): Promise<void> {
  const counts = await db
    .select({ status: importFiles.status, n: count() })
    .from(importFiles)
    .where(eq(importFiles.importId, ended.id))
    .groupBy(importFiles.status);
  const of = (status: string) => counts.find((row) => row.status === status)?.n ?? 0;
  const name = ended.folderName ?? 'Google Drive';
  const failed = of('failed');
  const arrived = `${of('done')} ${of('done') === 1 ? 'arquivo importado' : 'arquivos importados'}`;
  const [type, title, body] =
    ended.status === 'done' && failed === 0
      ? (['import-finished', 'Importação concluída', `${name}: ${arrived}.`] as const)
      : ended.status === 'done'
        ? ([
            'import-failed',
            'Importação concluída com falhas',
            `${name}: ${arrived}, ${failed} com falha.`,
          ] as const)
        : ended.status === 'waiting'
          ? (['import-failed', 'Importação aguardando o Google Drive', `${name}: ${ended.reason}`] as const)
          : ([
              'import-failed',
              'Importação falhou',
              `${name}: ${ended.reason ?? `${failed} com falha.`}`,
            ] as const);
  const isReview = ended.kind === 'drafts' && ended.status === 'done';
  const link = isReview ? '/admin/rascunhos' : `/admin/importacoes/${ended.id}`;
  const dedupeKey = `import:${ended.id}:${ended.status}:${clock.now().toISOString().slice(0, 13)}`;
  await notify(db, { type, title, body, link, dedupeKey });
  await bus.publish('notifications');
}
