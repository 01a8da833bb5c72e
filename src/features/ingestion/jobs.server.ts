import { eq } from 'drizzle-orm';
import { imports } from '#db/schema/ingestion.ts';
import { openMeasuring } from '#features/media/audio/gateway.server.ts';
import type { JobHandler } from '#platform/jobs/jobs.server.ts';
import { calm } from './calm.ts';
import { dropOldPartials, verifyAudio } from './care/commands.server.ts';
import { beginFiles, failImport, findOpenImport, type ImportDeps } from './commands.server.ts';
import { goOnWithImports } from './control/commands.server.ts';
import { listOwnFiles } from './drafts/queries.server.ts';
import { importFile } from './files/commands.server.ts';
import { DriveError, startRefusals } from './model.ts';
import { scanFolder } from './scan.ts';
import { planFiles } from './tracks/commands.server.ts';
import {
  type FileWork,
  goOnJob,
  type ImportWork,
  importFileJob,
  scanPackageJob,
  verifyAudioJob,
} from './work.ts';

/** The background work of imports into packages, for the worker. */
export function importJobs(deps: ImportDeps): JobHandler<never>[] {
  const quiet = {
    ...deps,
    measure: openMeasuring(deps.settings.FFMPEG_PATH),
    bus: calm(deps.bus, 5000, (error) => deps.log.warn({ err: error }, 'aviso não enviado')),
  };
  const scan: JobHandler<ImportWork> = {
    definition: scanPackageJob,
    run: ({ importId }, signal) => scanPackage(deps, importId, signal),
  };
  const file: JobHandler<FileWork> = {
    definition: importFileJob,
    run: (work, signal) => importFile(quiet, work, signal),
  };
  const goOn: JobHandler<object> = {
    definition: goOnJob,
    async run() {
      const count = await goOnWithImports(deps);
      if (count > 0) deps.log.info({ count }, 'importações retomadas');
    },
  };
  const verify: JobHandler<object> = {
    definition: verifyAudioJob,
    async run(_, signal) {
      await verifyAudio(deps, signal);
      await dropOldPartials(deps.settings.DATA_DIR, deps.clock.now());
    },
  };
  return [scan, file, goOn, verify] as JobHandler<never>[];
}

/**
 * The first job of an import into one package: looks through the folder, plans, and begins the files. Safe to repeat.
 * What Drive refuses for the moment is tried again by the queue; other refusals end the import with their reason.
 */
export async function scanPackage(deps: ImportDeps, importId: string, signal: AbortSignal): Promise<void> {
  const row = await findOpenImport(deps.db, importId);
  if (!row?.packageId) return;
  if (row.status === 'scanning') {
    const now = deps.clock.now();
    try {
      const target = { id: row.driveFolderId, resourceKey: row.resourceKey };
      const scan = await scanFolder(deps.drive, target, signal);
      const folderName = scan.folders[0]?.name.slice(0, 500) ?? null;
      await deps.db.update(imports).set({ folderName, updatedAt: now }).where(eq(imports.id, importId));
      const files = await listOwnFiles(deps.db, row.packageId, scan);
      const plan = await planFiles(deps.db, { importId, packageId: row.packageId, files }, now);
      if (!plan) return await failImport(deps, importId, startRefusals['no-package']);
      await deps.bus.publish('catalog', row.packageId);
    } catch (error) {
      if (!(error instanceof DriveError) || signal.aborted) throw error;
      await noteRefusal(deps, importId, error);
      if (error.retryable) throw error;
      return;
    }
  }
  await beginFiles(deps, importId);
}

/** What passes is shown while the queue tries again; what does not ends the import. */
async function noteRefusal(deps: ImportDeps, importId: string, error: DriveError): Promise<void> {
  if (!error.retryable) return failImport(deps, importId, error.message);
  await deps.db
    .update(imports)
    .set({ reason: error.message, updatedAt: deps.clock.now() })
    .where(eq(imports.id, importId));
}
