import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { moments } from './catalog.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export type DeliveryStatus = 'waiting' | 'making' | 'ready' | 'failed' | 'cancelled';
export type DeliveryFileStatus = 'waiting' | 'ready' | 'failed';
export type DeliverySource = 'track' | 'package' | 'project';

/** The recipe that an account used last. */
export const deliveryRecipes = pgTable('delivery_recipes', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  recipe: jsonb('recipe').notNull(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});

/** A rendered sound without tags, kept for whoever asks for the same bytes in the same way. */
export const deliveryResults = pgTable(
  'delivery_results',
  {
    /** SHA-256 of the original's hash and of what was wished. */
    id: text('id').primaryKey(),
    storageKey: text('storage_key').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** mp3 | wav | flac */
    type: text('type').notNull(),
    /** Where the sound begins behind the container's own head, and that head. */
    bodyStart: integer('body_start').notNull(),
    base: bytea('base').notNull(),
    /** What was measured (features/media/rendering/model.ts). */
    facts: jsonb('facts').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** The longest unused one goes first when the disk's share is used up. */
    usedAt: at('used_at').notNull().defaultNow(),
  },
  (t) => [index('delivery_results_used').on(t.usedAt, t.id), index('delivery_results_key').on(t.storageKey)],
);

/** One preparation of tracks for the air. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    source: text('source').$type<DeliverySource>().notNull(),
    sourceId: text('source_id').notNull(),
    recipe: jsonb('recipe').notNull(),
    /** Of the licence that is issued when it is ready; in the tags of its files. Another one for each preparation. */
    licenceId: text('licence_id').notNull(),
    status: text('status').$type<DeliveryStatus>().notNull().default('waiting'),
    /** Of all that it was made from; null: some of that changed meanwhile, or a track failed. */
    basis: text('basis'),
    total: integer('total').notNull(),
    /** Vinhetas and vanished tracks of the source, which are left out. */
    leftOut: integer('left_out').notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
    finishedAt: at('finished_at'),
  },
  (t) => [index('deliveries_user').on(t.userId, t.createdAt), index('deliveries_created').on(t.createdAt)],
);

/** A track of a delivery. */
export const deliveryFiles = pgTable(
  'delivery_files',
  {
    id: text('id').primaryKey(),
    deliveryId: text('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    trackId: text('track_id').notNull(),
    packageId: text('package_id').notNull(),
    trackName: text('track_name').notNull(),
    packageTitle: text('package_title').notNull(),
    /** Hash of the original that it was made of. */
    contentHash: text('content_hash').notNull(),
    status: text('status').$type<DeliveryFileStatus>().notNull().default('waiting'),
    /** Why it failed: a member of features/delivery/model.ts. */
    reason: text('reason'),
    /** Its name in the ZIP. */
    name: text('name').notNull(),
    /** The rendered sound; null: the original's own bytes. */
    resultId: text('result_id').references(() => deliveryResults.id, { onDelete: 'set null' }),
    isOriginal: boolean('is_original').notNull().default(false),
    /** Tags and head that go before the sound, which begins and ends here. */
    head: bytea('head'),
    bodyStart: bigint('body_start', { mode: 'number' }),
    bodySize: bigint('body_size', { mode: 'number' }),
    /** The bytes as delivered, head included. */
    size: bigint('size', { mode: 'number' }),
    crc32: bigint('crc32', { mode: 'number' }),
    sha256: text('sha256'),
    durationMs: integer('duration_ms'),
    loudnessLufs: real('loudness_lufs'),
    truePeakDb: real('true_peak_db'),
    /** Cue points within it, as its tags say them; null: unknown. */
    cues: moments('cues'),
    /** What should be known about it: members of features/delivery/model.ts. */
    notes: text('notes').array().notNull().default([]),
  },
  (t) => [
    index('delivery_files_delivery').on(t.deliveryId, t.position),
    index('delivery_files_result').on(t.resultId),
    index('delivery_files_sha').on(t.sha256),
  ],
);
