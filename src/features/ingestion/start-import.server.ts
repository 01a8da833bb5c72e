import { and, desc, eq, inArray, isNull, notExists, or, sql } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { packages } from '#db/schema/catalog.ts';
import { type ImportKind, importFiles, imports } from '#db/schema/ingestion.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import { type DriveTarget, readDriveAddress } from '#features/catalog/drive-address.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import type { Logger } from '#platform/log.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { openStatuses, readingStatuses } from './import-states.ts';
import type { DriveGateway, StartRefusal } from './imports.ts';
import { firstJobs } from './job-definitions.ts';

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

export const stillOpen = inArray(imports.status, openStatuses);

/** An import before its files: scanning, or waiting for Drive to show the folder. */
const stillLooking = (db: Executor) =>
  or(inArray(imports.status, readingStatuses), and(eq(imports.status, 'waiting'), notExists(filesOf(db))));

export const filesOf = (db: Executor) =>
  db.select({ id: importFiles.id }).from(importFiles).where(eq(importFiles.importId, imports.id));

/** Starts an import, or finds the open one of the same folder and purpose; queues its job in the transaction. */
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
      const isPresent = and(eq(packages.id, packageId), isNull(packages.deletedAt));
      const pack = await tx.select({ id: packages.id }).from(packages).where(isPresent);
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
          // A creation that has its drafts has already scanned: new files in the folder need a new run.
          kind === 'drafts' ? stillLooking(tx) : stillOpen,
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
    await recordChange(tx, admin, 'import.start', id, { after });
    await deps.jobs.send(firstJobs[kind], { importId: id }, { tx });
    return { ok: true, importId: id, isNew: true };
  });
}

/** Starts an import of a package's Drive folder. Safe to repeat while it runs. */
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

/** An open import; null when it has ended, was cancelled or is deleted. */
export async function findOpenImport(db: Executor, id: string): Promise<Import | null> {
  const [row] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), stillOpen));
  return row ?? null;
}

/** The same, locked against cancellation until the transaction ends. */
export async function lockOpenImport(tx: Executor, id: string): Promise<Import | null> {
  const [row] = await tx
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), stillOpen))
    .for('update');
  return row ?? null;
}
