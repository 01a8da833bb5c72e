import { index, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

/** A saved track or package. The name is copied, so that it survives the package. */
export const favorites = pgTable(
  'favorites',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** track | package */
    favoriteType: text('favorite_type').notNull(),
    packageId: text('package_id').notNull(),
    /** Empty string for a package, because null would defeat the unique key. */
    trackId: text('track_id').notNull().default(''),
    trackName: text('track_name'),
    packageTitle: text('package_title').notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    unique('favorites_once').on(t.userId, t.favoriteType, t.packageId, t.trackId),
    index('favorites_newest').on(t.userId, t.favoriteType, t.createdAt, t.id),
  ],
);
