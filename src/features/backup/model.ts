import { z } from 'zod';
import { databaseDumpSchema } from '#db/backup/model.ts';

/** Names in a backup's folder. */
export const manifestName = 'manifest.json';
export const fileListName = 'files.jsonl';
export const filesFolder = 'files';

/** What the manifest says; it is written when everything else is there. */
export const manifestSchema = z.object({
  format: z.literal(1),
  /** Version of the program that took it. */
  program: z.string(),
  takenAt: z.iso.datetime(),
  database: databaseDumpSchema,
  files: z.object({
    /** Beside the tables, or only listed: they are in a bucket. */
    kind: z.enum(['copied', 'listed']),
    count: z.int(),
    bytes: z.int(),
    /** SHA-256 of the list, in hex. */
    sha256: z.string(),
  }),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A line of the list of files. */
export const listedFileSchema = z.object({
  key: z.string(),
  size: z.int(),
  mime: z.string(),
  /** In hex; null where the bytes were not read. */
  sha256: z.string().nullable(),
});
export type ListedFile = z.infer<typeof listedFileSchema>;

/** What a backup has taken. */
export interface BackupReport {
  tables: number;
  rows: number;
  files: number;
  bytes: number;
  kind: 'copied' | 'listed';
  /** In the books, but not in the store. */
  missing: string[];
  /** Not what the books say of them: taken as they are. */
  damaged: string[];
}

/** What a restore has brought back. */
export interface RestoreReport {
  tables: number;
  rows: number;
  files: number;
  bytes: number;
  /** Jobs that wait again; null: they were left out, being of another version of the queue. */
  jobs: number | null;
  /** Listed files that are not in the store, or not of that size. */
  missing: string[];
}
