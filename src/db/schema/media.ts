import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Every object in the file store, as we believe it to be. */
export const storedObjects = pgTable(
  'stored_objects',
  {
    key: text('key').primaryKey(),
    /** audio | covers | avatars | site | recordings */
    bucket: text('bucket').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    mime: text('mime').notNull(),
    originalName: text('original_name'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** In the trash since; restorable for 7 days. */
    trashedAt: at('trashed_at'),
  },
  (t) => [index('stored_objects_bucket').on(t.bucket)],
);

/** Audio on its way into a package, chunk by chunk: kept until it is a track, or was left alone for a week. */
export const audioUploads = pgTable(
  'audio_uploads',
  {
    id: text('id').primaryKey(),
    packageId: text('package_id').notNull(),
    /** Who sends it. */
    userId: text('user_id').notNull(),
    name: text('name').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** The file's own time in the sender's browser, in milliseconds: with name and size it knows the file again. */
    lastModified: bigint('last_modified', { mode: 'number' }).notNull().default(0),
    /** When it was chosen, and as which of several: files of one sender get into the package in this order. */
    place: bigint('place', { mode: 'number' }).notNull().default(0),
    /** Bytes that have arrived: where the next chunk begins. */
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    /** Keys of the chunks in the file store, in order. */
    parts: text('parts').array().notNull().default([]),
    /** The track that came of it; null while it is on its way. */
    trackId: text('track_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [index('audio_uploads_package').on(t.packageId), index('audio_uploads_updated').on(t.updatedAt)],
);
