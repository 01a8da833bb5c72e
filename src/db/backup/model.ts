import { z } from 'zod';

/** A table's rows as a gzipped file in PostgreSQL's COPY format. */
const tableDumpSchema = z.object({
  name: z.string().regex(/^[a-z_0-9]+\.[a-z_0-9]+$/),
  /** The columns of a row, in order, without generated ones. */
  columns: z.array(z.string()),
  rows: z.int().min(0),
  file: z.string().regex(/^tables\/\w[\w.]*$/),
  /** Of the gzipped file, in hex. */
  sha256: z.string(),
});
export type TableDump = z.infer<typeof tableDumpSchema>;

/** Everything about a database at one moment except its rows. */
export const databaseDumpSchema = z.object({
  /** The migrations that had run, oldest first; together they define the schema. */
  migrations: z.array(z.object({ hash: z.string(), time: z.number() })).min(1),
  tables: z.array(tableDumpSchema),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  /** Unfinished jobs and their queues; null when there was no queue yet. */
  queue: z.object({ version: z.number(), queues: tableDumpSchema, jobs: tableDumpSchema }).nullable(),
});
export type DatabaseDump = z.infer<typeof databaseDumpSchema>;

export const quoted = (name: string): string =>
  name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
