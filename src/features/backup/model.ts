import { z } from 'zod';
import { databaseDumpSchema } from '#db/backup/model.ts';
import type { Examples } from '#platform/elements.ts';

export const manifestName = 'manifest.json';
export const fileListName = 'files.jsonl';
export const filesFolder = 'files';

/** Schema of the manifest, which is written last. */
export const manifestSchema = z.object({
  format: z.literal(1),
  /** Version of the program that took it. */
  program: z.string(),
  takenAt: z.iso.datetime(),
  database: databaseDumpSchema,
  files: z.object({
    /** Copied into the backup, or only listed because they are in a bucket. */
    kind: z.enum(['copied', 'listed']),
    count: z.int(),
    bytes: z.int(),
    /** SHA-256 of the list, in hex. */
    sha256: z.string(),
  }),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const listedFileSchema = z.object({
  key: z.string(),
  size: z.int(),
  mime: z.string(),
  /** In hex; null when the bytes were not read. */
  sha256: z.string().nullable(),
});
export type ListedFile = z.infer<typeof listedFileSchema>;

export interface BackupReport {
  tables: number;
  rows: number;
  files: number;
  bytes: number;
  kind: 'copied' | 'listed';
  /** Recorded, but not in the store. */
  missing: Examples;
  /** Different from their recorded hash: copied as they are. */
  damaged: Examples;
}

export interface RestoreReport {
  tables: number;
  rows: number;
  files: number;
  bytes: number;
  /** Restored waiting jobs; null: skipped, because their queue has another version. */
  jobs: number | null;
  /** Listed files that are missing in the store, or have another size. */
  missing: Examples;
}
