import { handles, type JobHandler } from '#platform/jobs/jobs.server.ts';
import { draftFolderJob } from './job-definitions.ts';
import { type DraftDeps, makeDrafts } from './make-drafts.server.ts';

export const draftJobs = (deps: DraftDeps): JobHandler<never>[] => [
  handles(draftFolderJob, ({ importId }, signal) => makeDrafts(deps, importId, signal)),
];
