import { z } from 'zod';
import type { ImportKind } from '#db/schema/ingestion.ts';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';

const ofImport = z.object({ importId: z.string() });
export type ImportWork = z.infer<typeof ofImport>;

export const scanPackageJob: JobDefinition<ImportWork> = {
  name: 'import-scan',
  schema: ofImport,
  retries: 5,
  timeoutSeconds: 3600,
  concurrency: 1,
};

/** Scans the folder of an import that makes drafts, groups, and starts its files. */
export const draftFolderJob: JobDefinition<ImportWork> = { ...scanPackageJob, name: 'import-drafts' };

export const firstJobs: Record<ImportKind, JobDefinition<ImportWork>> = {
  package: scanPackageJob,
  drafts: draftFolderJob,
};

const ofFile = z.object({
  fileId: z.string(),
  /** Number of earlier temporary failures. */
  attempt: z.number().int().default(0),
});
export type FileWork = z.infer<typeof ofFile>;

export const importFileJob: JobDefinition<FileWork> = {
  name: 'import-file',
  schema: ofFile as z.ZodType<FileWork>,
  retries: 8,
  timeoutSeconds: 2 * 3600,
  concurrency: 2,
  batch: 4,
};

/** Backoff in seconds between tries of a file; after the last it has failed. */
export const waitsBetweenTries = [3, 20, 120, 600] as const;
