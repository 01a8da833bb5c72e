import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, gte, sql } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { packages } from '#db/schema/catalog.ts';
import { importFiles, imports } from '#db/schema/ingestion.ts';
import type { Admin } from '#features/accounts/model.ts';
import { readDriveAddress } from '#features/catalog/drive-address.ts';
import { firstOf } from '#platform/elements.ts';
import type { Creation } from './drafts.ts';
import { isReading } from './import-states.ts';
import { driveRefusals, waitingReasons } from './imports.ts';
import { type ImportDeps, startImport } from './start-import.server.ts';

/** Milliseconds that the caller waits for the drafts; a larger folder continues in the background. */
const patience = 10_000;

/**
 * Starts an automatic creation from a Drive link and waits briefly for its drafts; files follow in the background.
 * Safe to repeat: a folder is scanned once at a time, and one that has its packages gets no others (CRP-09, A-72).
 */
export async function createFromDrive(
  deps: Pick<ImportDeps, 'db' | 'jobs' | 'drive'>,
  admin: Admin,
  url: string,
  options: { patience?: number } = {},
): Promise<Creation> {
  const target = readDriveAddress(url);
  if (!target) return { state: 'bad-address' };
  const started = await startImport(deps, admin, { kind: 'drafts', packageId: null, target });
  if (!started.ok) return { state: 'failed', reason: driveRefusals['not-configured'] };
  const until = performance.now() + (options.patience ?? patience);
  for (;;) {
    const creation = await readCreation(deps.db, started.importId);
    if (creation.state !== 'working' || performance.now() > until) return creation;
    await pause(150);
  }
}

export async function readCreation(db: Executor, importId: string): Promise<Creation> {
  const [run] = await db.select().from(imports).where(eq(imports.id, importId));
  if (!run || run.status === 'cancelled') return { state: 'failed', reason: 'A criação foi cancelada.' };
  if (isReading(run.status)) return { state: 'working', importId };
  if (run.status === 'waiting' && (await db.$count(importFiles, eq(importFiles.importId, importId))) === 0)
    return { state: 'waiting', importId, reason: run.reason ?? waitingReasons.unreachable };
  const made = await db
    .select({ n: sql<number>`count(distinct ${packages.id})`.mapWith(Number) })
    .from(importFiles)
    .innerJoin(packages, eq(packages.id, importFiles.packageId))
    .where(and(eq(importFiles.importId, importId), gte(packages.createdAt, run.createdAt)));
  // Files may have failed, but the drafts exist.
  const { n } = firstOf(made);
  if (run.status === 'failed' && n === 0)
    return { state: 'failed', reason: run.reason ?? driveRefusals['bad-answer'] };
  return { state: 'made', importId, packages: n };
}
