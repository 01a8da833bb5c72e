import { bigint, date, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
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
    /** track | zip | delivery */
    kind: text('kind').notNull(),
    bytes: bigint('bytes', { mode: 'number' }),
    licenseVersion: text('license_version').notNull(),
    /** Its licence record; null: delivered before there were any. */
    licenceId: text('licence_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('downloads_user').on(t.userId, t.createdAt),
    index('downloads_package').on(t.packageId, t.createdAt, t.id),
  ],
);

/**
 * Totals of one day in São Paulo, for the administrators' panel (A-142). Triggers count downloads, sign-ups, confirmed
 * e-mails and first payments; they name nobody, and stay when an account goes.
 */
export const dailyFigures = pgTable('daily_figures', {
  day: date('day').primaryKey(),
  plays: integer('plays').notNull().default(0),
  downloads: integer('downloads').notNull().default(0),
  visits: integer('visits').notNull().default(0),
  signUps: integer('sign_ups').notNull().default(0),
  confirmed: integer('confirmed').notNull().default(0),
  /** People who paid for the first time. */
  firstPayments: integer('first_payments').notNull().default(0),
});
