import { index, integer, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { tracks } from './catalog.ts';

/** A listener's own mark of a track, 1 to 5. */
export const trackMarks = pgTable(
  'track_marks',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    trackId: text('track_id')
      .notNull()
      .references(() => tracks.id, { onDelete: 'cascade' }),
    mark: smallint('mark').notNull(),
    markedAt: timestamp('marked_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.trackId] }), index('track_marks_track').on(t.trackId)],
);

/** A listener's own cue points of a track, in milliseconds; null: as estimated. */
export const ownCues = pgTable(
  'own_cues',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    trackId: text('track_id')
      .notNull()
      .references(() => tracks.id, { onDelete: 'cascade' }),
    /** Of the bytes that they were set for: for others they do not count. */
    contentHash: text('content_hash'),
    startMs: integer('start_ms'),
    /** At the start: there is no intro. */
    introMs: integer('intro_ms'),
    endMs: integer('end_ms'),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.trackId] }), index('own_cues_track').on(t.trackId)],
);
