import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** A named list of tracks that belongs to an account. */
export const projects = pgTable(
  'projects',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    archivedAt: at('archived_at'),
    /** Set by deletion; the row is kept for some days of undo. */
    deletedAt: at('deleted_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** The last change of the project, its tracks, their order or their notes. */
    changedAt: at('changed_at').notNull().defaultNow(),
  },
  (t) => [
    index('projects_newest').on(t.userId, t.changedAt, t.id).where(sql`deleted_at is null`),
    index('projects_deleted').on(t.deletedAt).where(sql`deleted_at is not null`),
  ],
);

/** A track of a project. Its names are copied, so that they outlive it. */
export const projectTracks = pgTable(
  'project_tracks',
  {
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** As of the project: own data are exported table by table. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Refers to nothing: the track may be gone. */
    trackId: text('track_id').notNull(),
    packageId: text('package_id').notNull(),
    trackName: text('track_name').notNull(),
    packageTitle: text('package_title').notNull(),
    orderIndex: integer('order_index').notNull(),
    note: text('note').notNull().default(''),
    addedAt: at('added_at').notNull().defaultNow(),
    /** Set by removal; the row keeps note and place for some days of undo. */
    removedAt: at('removed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.trackId] }),
    index('project_tracks_user').on(t.userId),
    index('project_tracks_removed').on(t.removedAt).where(sql`removed_at is not null`),
  ],
);

/** The one link by which strangers hear a project and say what they think of each track. */
export const projectShares = pgTable('project_shares', {
  projectId: text('project_id')
    .primaryKey()
    .references(() => projects.id, { onDelete: 'cascade' }),
  userId: text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** SHA-256 in hex of the secret in the link. */
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: at('created_at').notNull().defaultNow(),
  expiresAt: at('expires_at').notNull(),
});

/** What was said of a track of a project, last; it outlives the link. */
export const projectAnswers = pgTable(
  'project_answers',
  {
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    trackId: text('track_id').notNull(),
    isApproved: boolean('is_approved').notNull(),
    words: text('words').notNull().default(''),
    /** Who said it, as they call themselves. */
    person: text('person').notNull(),
    answeredAt: at('answered_at').notNull(),
    /** When the owner was told by mail; null: not yet. */
    toldAt: at('told_at'),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.trackId] }), index('project_answers_user').on(t.userId)],
);
