import { z } from 'zod';

/** A table's rows in a file of PostgreSQL's COPY format, packed with gzip. */
const tableDumpSchema = z.object({
  /** `schema.table` */
  name: z.string().regex(/^[a-z_0-9]+\.[a-z_0-9]+$/),
  /** The columns of a line, in order; those that are computed are not among them. */
  columns: z.array(z.string()),
  rows: z.int().min(0),
  /** Relative to the backup's folder. */
  file: z.string().regex(/^tables\/\w[\w.]*$/),
  /** Of the packed file, in hex. */
  sha256: z.string(),
});
export type TableDump = z.infer<typeof tableDumpSchema>;

/** Everything of a database at one moment, but for its rows. */
export const databaseDumpSchema = z.object({
  /** The migrations that had run, oldest first: they are the schema. */
  migrations: z.array(z.object({ hash: z.string(), time: z.number() })).min(1),
  tables: z.array(tableDumpSchema),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  /** Jobs that had not ended, and their queues; null: there was no queue yet. */
  queue: z.object({ version: z.number(), queues: tableDumpSchema, jobs: tableDumpSchema }).nullable(),
});
export type DatabaseDump = z.infer<typeof databaseDumpSchema>;

/** An identifier of SQL, quoted. */
export const quoted = (name: string): string =>
  name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
