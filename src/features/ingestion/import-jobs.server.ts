import { eq } from 'drizzle-orm';
import { imports } from '#db/schema/ingestion.ts';
import { handles, type JobHandler, regularly } from '#platform/jobs/jobs.server.ts';
import { cutText } from '#platform/letters.ts';
import { goOnWithImports } from './control-import.server.ts';
import { listOwnFiles } from './draft-files.server.ts';
import { beginFiles, failImport, notShown } from './finish-import.server.ts';
import { importFile } from './import-file.server.ts';
import { DriveError, startRefusals } from './imports.ts';
import { importFileJob, scanPackageJob } from './job-definitions.ts';
import { dropOldImports, dropOldPartials, verifyAudio } from './nightly-checks.server.ts';
import { planFiles } from './plan-files.server.ts';
import { scanFolder } from './scan.ts';
import { findOpenImport, type ImportDeps, lockOpenImport } from './start-import.server.ts';
import { throttled } from './throttled-bus.ts';

export function importJobs(deps: ImportDeps): JobHandler<never>[] {
  const quiet = {
    ...deps,
    bus: throttled(deps.bus, 5000, (error) => deps.log.warn({ err: error }, 'aviso não enviado')),
  };
  return [
    handles(scanPackageJob, ({ importId }, signal) => scanPackage(deps, importId, signal)),
    handles(importFileJob, (work, signal) => importFile(quiet, work, signal)),
    regularly({ name: 'import-go-on', timeoutSeconds: 600, cron: '*/5 * * * *' }, async () => {
      const count = await goOnWithImports(deps);
      if (count > 0) deps.log.info({ count }, 'importações retomadas');
    }),
    regularly({ name: 'verify-audio', timeoutSeconds: 6 * 3600, cron: '10 2 * * *' }, async (signal) => {
      await dropOldPartials(deps.settings.DATA_DIR, deps.clock.now());
      await dropOldImports(deps.db, deps.clock.now());
      await verifyAudio(deps, signal);
    }),
  ];
}

/** Scans the folder, plans, and starts the files; waits on a temporary refusal of Drive. Safe to repeat. */
export async function scanPackage(deps: ImportDeps, importId: string, signal: AbortSignal): Promise<void> {
  const run = await findOpenImport(deps.db, importId);
  const { packageId } = run ?? {};
  if (!run || !packageId) return;
  if (run.status === 'scanning') {
    const target = { id: run.driveFolderId, resourceKey: run.resourceKey };
    const scan = await scanFolder(deps.drive, target, signal).catch((error: unknown) => {
      if (error instanceof DriveError && !signal.aborted) return error;
      throw error;
    });
    if (scan instanceof DriveError) return notShown(deps, run, scan);
    const now = deps.clock.now();
    const folderName = cutText(scan.folders[0]?.name ?? '', 500) || null;
    const files = await listOwnFiles(deps.db, packageId, scan);
    const outcome = await deps.db.transaction(async (tx) => {
      // Cancelled during the scan: change nothing.
      if (!(await lockOpenImport(tx, importId))) return 'cancelled';
      await tx.update(imports).set({ folderName, updatedAt: now }).where(eq(imports.id, importId));
      return (await planFiles(tx, { importId, packageId, files }, now)) ? 'planned' : 'no-package';
    });
    if (outcome === 'no-package') return failImport(deps, importId, startRefusals[outcome]);
    if (outcome === 'cancelled') return;
    await deps.bus.publish('catalog', packageId);
  }
  await beginFiles(deps, importId);
}
