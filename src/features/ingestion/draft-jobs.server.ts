import type { JobHandler } from '#platform/jobs/jobs.server.ts';
import { draftFolderJob, type ImportWork } from './job-definitions.ts';
import { type DraftDeps, makeDrafts } from './make-drafts.server.ts';

export function draftJobs(deps: DraftDeps): JobHandler<never>[] {
  const make: JobHandler<ImportWork> = {
    definition: draftFolderJob,
    run: ({ importId }, signal) => makeDrafts(deps, importId, signal),
  };
  return [make] as JobHandler<never>[];
}
