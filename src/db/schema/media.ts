import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** The rows of stored_objects that count: not those in the trash, nor what marks an empty folder (STO-14). */
export const countedFiles = sql`trashed_at is null and key not like '%/.emptyFolderPlaceholder'`;

/** Every object that the file store should hold. */
export const storedObjects = pgTable(
  'stored_objects',
  {
    key: text('key').primaryKey(),
    /** audio | covers | avatars | site | recordings | deliveries | streams */
    bucket: text('bucket').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    mime: text('mime').notNull(),
    originalName: text('original_name'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Set while the object is in the trash; restorable for 7 days. */
    trashedAt: at('trashed_at'),
  },
  (t) => [
    index('stored_objects_bucket').on(t.bucket),
    index('stored_objects_counted').on(t.bucket, t.size).where(countedFiles),
    index('stored_objects_trash').on(t.trashedAt).where(sql`trashed_at is not null`),
  ],
);

/** An upload in chunks: kept until it becomes a track, or until a week without progress. */
export const audioUploads = pgTable(
  'audio_uploads',
  {
    id: text('id').primaryKey(),
    packageId: text('package_id').notNull(),
    userId: text('user_id').notNull(),
    name: text('name').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** Milliseconds; with name and size it identifies the file when the upload resumes. */
    lastModified: bigint('last_modified', { mode: 'number' }).notNull().default(0),
    /** Time of choice plus position in the selection: the order of the files of one sender. */
    place: bigint('place', { mode: 'number' }).notNull().default(0),
    /** Bytes received so far; the next chunk begins there. */
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    /** Keys of the chunks in the file store, in order. */
    parts: text('parts').array().notNull().default([]),
    /** Null until the upload is complete. */
    trackId: text('track_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [index('audio_uploads_package').on(t.packageId), index('audio_uploads_updated').on(t.updatedAt)],
);
