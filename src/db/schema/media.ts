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
