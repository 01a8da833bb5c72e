import { z } from 'zod';
import type { JobDefinition } from '#platform/jobs/jobs.server.ts';
import type { ImportKind } from './imports.ts';

const ofImport = z.object({ importId: z.string() });
export type ImportWork = z.infer<typeof ofImport>;

/** Looks through the folder of an import into one package, plans, and begins its files. */
export const scanPackageJob: JobDefinition<ImportWork> = {
  name: 'import-scan',
  schema: ofImport,
  retries: 5,
  timeoutSeconds: 3600,
  concurrency: 1,
};

/** Looks through the folder of an import that makes draft packages, groups, and begins its files. */
export const draftFolderJob: JobDefinition<ImportWork> = { ...scanPackageJob, name: 'import-drafts' };

export const firstJobs: Record<ImportKind, JobDefinition<ImportWork>> = {
  package: scanPackageJob,
  drafts: draftFolderJob,
};

const ofFile = z.object({
  fileId: z.string(),
  /** How often it was tried before and may yet come through. */
  attempt: z.number().int().default(0),
});
export type FileWork = z.infer<typeof ofFile>;

/** Fetches, measures and stores one file of an import. */
export const importFileJob: JobDefinition<FileWork> = {
  name: 'import-file',
  schema: ofFile as z.ZodType<FileWork>,
  retries: 8,
  timeoutSeconds: 2 * 3600,
  concurrency: 2,
  batch: 4,
};

/** Seconds before a file is tried again; after the last it counts as failed. */
export const waitsBetweenTries = [3, 20, 120, 600] as const;

/** Goes on with imports that waited for a quota, or that stand still. */
export const goOnJob: JobDefinition<object> = {
  name: 'import-go-on',
  schema: z.object({}),
  retries: 2,
  timeoutSeconds: 600,
  cron: '*/5 * * * *',
};

/** Looks whether stored audio still has its hash, a seventh of it each night. */
export const verifyAudioJob: JobDefinition<object> = {
  name: 'verify-audio',
  schema: z.object({}),
  retries: 2,
  timeoutSeconds: 6 * 3600,
  cron: '10 2 * * *',
};
