import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  real,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const bits96 = customType<{ data: string }>({ dataType: () => 'bit(96)' });

/** `name` is the specification's upper-case name; `kind` is filled from it and is also the page's slug. */
export const categories = pgTable(
  'categories',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** trilhas | efeitos-sonoros | pacotes-vinhetas | programetes | outros */
    kind: text('kind').notNull(),
    description: text('description'),
    isActive: boolean('is_active').notNull().default(true),
    orderIndex: integer('order_index').notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('categories_order').on(t.orderIndex, t.id)],
);

export const packages = pgTable(
  'packages',
  {
    id: text('id').primaryKey(),
    categoryId: text('category_id')
      .notNull()
      .references(() => categories.id),
    title: text('title').notNull(),
    description: text('description'),
    tags: text('tags').array(),
    /** Key of the cover in the file store; null: the generated cover is missing too and the demo image shows. */
    coverKey: text('cover_key'),
    /** True when the cover was drawn by us from title and waveform and may be redrawn. */
    coverGenerated: boolean('cover_generated').notNull().default(false),
    /** Never leaves the server for anyone but administrators. */
    googleDriveUrl: text('google_drive_url'),
    isFeatured: boolean('is_featured').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    orderIndex: integer('order_index').notNull().default(0),
    createdByAi: boolean('created_by_ai').notNull().default(false),
    /** Made from a Drive folder and waiting in the review list; publishing clears it. */
    isDraft: boolean('is_draft').notNull().default(false),
    /** Of a draft: nothing told its category, so that the review asks for one; categoryId only stands in for it. */
    categoryOpen: boolean('category_open').notNull().default(false),
    /** The Drive folder it was made from: making packages from that folder again finds it by this. */
    driveFolderId: text('drive_folder_id'),
    /** Set by deletion; the row is kept for 30 days of undo. */
    deletedAt: at('deleted_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** How many tracks are shown, kept by a trigger over tracks: those with a name and stored bytes. */
    trackCount: integer('track_count').notNull().default(0),
    /** Bytes of those tracks together, kept like trackCount; null when any is unknown or there is none. */
    totalSize: bigint('total_size', { mode: 'number' }),
    /** Folded names of those tracks, one a line, kept like trackCount: one row to search instead of all tracks. */
    tracksFold: text('tracks_fold').notNull().default(''),
    /** Which classes of duration, tempo and loudness those tracks have, kept like trackCount: what filters look at. */
    soundClasses: bits96('sound_classes').notNull().default(sql`0::bit(96)`),
    /** Lower case without accents, kept by the database: what search looks at. */
    titleFold: text('title_fold').generatedAlwaysAs(sql`fold(title)`),
    tagsFold: text('tags_fold').generatedAlwaysAs(sql`fold(join_tags(tags))`),
    descriptionFold: text('description_fold').generatedAlwaysAs(sql`fold(coalesce(description, ''))`),
  },
  (t) => [
    index('packages_category').on(t.categoryId, t.orderIndex, t.id),
    index('packages_newest').on(t.createdAt, t.id),
    uniqueIndex('packages_drive_folder').on(t.driveFolderId).where(sql`deleted_at is null`),
  ],
);

export const tracks = pgTable(
  'tracks',
  {
    id: text('id').primaryKey(),
    packageId: text('package_id')
      .notNull()
      .references(() => packages.id, { onDelete: 'cascade' }),
    /** The file's own name, with its ending, as the listener sees and saves it. */
    name: text('name').notNull(),
    orderIndex: integer('order_index').notNull().default(0),
    /** Bytes; null when unknown. */
    size: bigint('size', { mode: 'number' }),
    durationMs: integer('duration_ms'),
    mime: text('mime').notNull().default('audio/mpeg'),
    /** SHA-256 in hex of the stored bytes: the track's identity over re-imports. */
    contentHash: text('content_hash'),
    /** CRC-32 of the stored bytes, for ZIP files; null until computed. */
    crc32: bigint('crc32', { mode: 'number' }),
    /** Key in the file store; null until the bytes have arrived. */
    storageKey: text('storage_key'),
    /** Integrated loudness in LUFS (EBU R 128), and true peak in dBTP. */
    loudnessLufs: real('loudness_lufs'),
    truePeakDb: real('true_peak_db'),
    /** Beats a minute, estimated; null when unknown. */
    tempoBpm: real('tempo_bpm'),
    /** Waveform: up to 400 bytes, each the peak of a slice, 0 to 255. */
    peaks: bytea('peaks'),
    /** How thoroughly the sound was measured: 0 not yet, 1 without ffmpeg, 3 with it; also when nothing was found. */
    analysis: smallint('analysis').notNull().default(0),
    /** Why the sound of these bytes cannot be read, in Portuguese, for administrators; null: it can, or was not tried. */
    unreadable: text('unreadable'),
    driveFileId: text('drive_file_id'),
    /** Drive's own MD5 of the bytes that were fetched: an unchanged file is not fetched again. */
    driveMd5: text('drive_md5'),
    /** What Drive called the file when it was last looked at: a name given by hand is told from Drive's by this. */
    driveName: text('drive_name'),
    /** Older shared things are only given to who shows it beside the id. */
    driveResourceKey: text('drive_resource_key'),
    /** Key and bytes of a 128 kbps MP3 to listen to, for originals that are too heavy; null: the original is heard. */
    previewKey: text('preview_key'),
    previewSize: bigint('preview_size', { mode: 'number' }),
    /** When the stored bytes were last found to have their hash. */
    verifiedAt: at('verified_at'),
    /** When the file vanished from its Drive folder; the stored bytes go on playing. */
    missingSince: at('missing_since'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('tracks_package').on(t.packageId, t.orderIndex, t.id),
    index('tracks_content').on(t.contentHash),
    index('tracks_unmeasured').on(t.id).where(sql`analysis < 3`),
    uniqueIndex('tracks_drive_file').on(t.packageId, t.driveFileId),
  ],
);
