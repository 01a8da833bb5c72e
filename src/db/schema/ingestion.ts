import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { packages } from './catalog.ts';

export type ImportKind = 'package' | 'drafts';
export type ImportStatus = 'scanning' | 'grouping' | 'running' | 'waiting' | 'done' | 'failed' | 'cancelled';
export type FileStatus =
  | 'pending'
  | 'running'
  | 'waiting'
  | 'done'
  | 'unchanged'
  | 'missing'
  | 'removed'
  | 'failed'
  | 'cancelled';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** One run over a Drive folder: into one package, or making a draft of each sub-folder. */
export const imports = pgTable(
  'imports',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<ImportKind>().notNull(),
    driveFolderId: text('drive_folder_id').notNull(),
    resourceKey: text('resource_key'),
    folderName: text('folder_name'),
    /** The target package; null for `drafts`, which has several. */
    packageId: text('package_id').references(() => packages.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    status: text('status').$type<ImportStatus>().notNull().default('scanning'),
    /** Why it waits or failed, in Portuguese, for administrators. */
    reason: text('reason'),
    /** While `waiting`: when it resumes. */
    waitUntil: at('wait_until'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    finishedAt: at('finished_at'),
  },
  (t) => [index('imports_newest').on(t.createdAt, t.id), index('imports_folder').on(t.driveFolderId)],
);

export const importFiles = pgTable(
  'import_files',
  {
    id: text('id').primaryKey(),
    importId: text('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    packageId: text('package_id')
      .notNull()
      .references(() => packages.id, { onDelete: 'cascade' }),
    driveFileId: text('drive_file_id').notNull(),
    resourceKey: text('resource_key'),
    name: text('name').notNull(),
    orderIndex: integer('order_index').notNull().default(0),
    /** As Drive reports it; null when it does not. */
    size: bigint('size', { mode: 'number' }),
    md5: text('md5'),
    mime: text('mime'),
    status: text('status').$type<FileStatus>().notNull().default('pending'),
    receivedBytes: bigint('received_bytes', { mode: 'number' }).notNull().default(0),
    reason: text('reason'),
    trackId: text('track_id'),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('import_files_once').on(t.importId, t.packageId, t.driveFileId),
    index('import_files_state').on(t.importId, t.status),
  ],
);

/** A file whose track an administrator removed from a package: a later import skips it. */
export const removedDriveFiles = pgTable(
  'removed_drive_files',
  {
    packageId: text('package_id')
      .notNull()
      .references(() => packages.id, { onDelete: 'cascade' }),
    driveFileId: text('drive_file_id').notNull(),
    removedAt: at('removed_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.packageId, t.driveFileId] })],
);
