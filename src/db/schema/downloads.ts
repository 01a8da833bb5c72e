import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

/** One row per track delivered as a file, single or in a ZIP. */
export const downloads = pgTable(
  'downloads',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    trackId: text('track_id').notNull(),
    packageId: text('package_id').notNull(),
    trackName: text('track_name').notNull(),
    packageTitle: text('package_title').notNull(),
    /** track | zip */
    kind: text('kind').notNull(),
    bytes: bigint('bytes', { mode: 'number' }),
    licenseVersion: text('license_version').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('downloads_user').on(t.userId, t.createdAt)],
);
