import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** Moments of a sound in milliseconds, as automations use them; null where there is none. */
export interface Cues {
  /** Where sound begins and ends. */
  startMs: number;
  endMs: number;
  /** The end of the intro: the first strong change. */
  introMs: number | null;
  /** The loudest stretch. */
  loudFromMs: number;
  loudToMs: number;
  /** From here on it only fades away: the next sound may begin. */
  segueMs: number;
}

/** A moment that a file itself marks, in milliseconds of its sound; `toMs` ends a region. */
export interface FilePoint {
  atMs: number;
  toMs: number | null;
  label: string | null;
}

/** What a file can carry beside its sound and its plain tags. */
export type CarriedPart = 'cue-points' | 'labels' | 'bext' | 'cart' | 'chapters' | 'ape-tag' | 'large-head';

/** What came inside a file beside its sound (features/media/reading): a delivery says which of it is lost. */
export interface Carried {
  parts: CarriedPart[];
  /** Every point that the file marks, in order. */
  points: FilePoint[];
  /** Those of the points that are named as cue points; they replace the estimate. Null: none is. */
  cues: Pick<{ [K in keyof Cues]: number | null }, 'startMs' | 'introMs' | 'segueMs' | 'endMs'> | null;
}

/** Six moments in this order; stored ones are never reordered. */
export const moments = customType<{ data: Cues; driverData: (number | null)[] }>({
  dataType: () => 'integer[]',
  toDriver: ({ startMs, endMs, introMs, loudFromMs, loudToMs, segueMs }) => {
    return [startMs, endMs, introMs, loudFromMs, loudToMs, segueMs];
  },
  fromDriver: ([start, end, intro, loudFrom, loudTo, segue]) => ({
    startMs: start ?? 0,
    endMs: end ?? 0,
    introMs: intro ?? null,
    loudFromMs: loudFrom ?? 0,
    loudToMs: loudTo ?? 0,
    segueMs: segue ?? 0,
  }),
});
/** Compared byte by byte, whatever the database's language. */
const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const bits = (length: number) => customType<{ data: string }>({ dataType: () => `bit(${length})` });

/** `name` is the specification's upper-case name; `kind` is derived from it and is also the page's slug. */
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
    /** Key in the file store; null: not even the generated cover exists, and the demo image is shown. */
    coverKey: text('cover_key'),
    /** True when we drew the cover from title and waveform; it may be redrawn. */
    coverGenerated: boolean('cover_generated').notNull().default(false),
    /** Only administrators may see it. */
    googleDriveUrl: text('google_drive_url'),
    isFeatured: boolean('is_featured').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    orderIndex: integer('order_index').notNull().default(0),
    /** The place among packages of one `orderIndex`: the id until one is moved by hand; a trigger fills it. */
    place: plainText('place').notNull().default(''),
    /** Who wrote and published it, and its codes, for reports of use; a track's own come first. */
    authors: text('authors'),
    publisher: text('publisher'),
    isrc: text('isrc'),
    iswc: text('iswc'),
    createdByAi: boolean('created_by_ai').notNull().default(false),
    /** Made from a Drive folder and waiting for review; publishing clears it. */
    isDraft: boolean('is_draft').notNull().default(false),
    /** For a draft: its category could not be derived, so the review asks for one; categoryId is a placeholder. */
    categoryOpen: boolean('category_open').notNull().default(false),
    /** The Drive folder it was made from; a later run over that folder finds the draft by this id. */
    driveFolderId: text('drive_folder_id'),
    /** Set by deletion; the row is kept for 30 days of undo. */
    deletedAt: at('deleted_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Its key in a catalogue that `npm run demo -- --catalogue` loaded. */
    catalogueKey: text('catalogue_key'),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** Number of visible tracks (with name and stored bytes), kept by a trigger. */
    trackCount: integer('track_count').notNull().default(0),
    /** Bytes of the visible tracks, kept by the trigger; null when any size is unknown or there is no track. */
    totalSize: bigint('total_size', { mode: 'number' }),
    /** Folded names of the visible tracks, one per line, kept by the trigger: one row to search per package. */
    tracksFold: text('tracks_fold').notNull().default(''),
    /** Classes of voice, duration, tempo and loudness of the visible tracks, kept by the trigger; the filters read it. */
    soundClasses: bits(288)('voice_classes').notNull().default(sql`0::bit(288)`),
    /** The same without the voice, for the version before this one while it still runs; a later migration drops it. */
    voicelessClasses: bits(96)('sound_classes').notNull().default(sql`0::bit(96)`),
    /** Lower case without accents, generated by the database for search. */
    titleFold: text('title_fold').generatedAlwaysAs(sql`fold(title)`),
    tagsFold: text('tags_fold').generatedAlwaysAs(sql`fold(join_tags(tags))`),
    descriptionFold: text('description_fold').generatedAlwaysAs(sql`fold(coalesce(description, ''))`),
  },
  (t) => [
    index('packages_category').on(t.categoryId, t.orderIndex, t.place, t.id),
    // Only visible ones with their tracks, so that far stretches and the counts of a category read the index alone.
    index('packages_shelf')
      .on(t.categoryId, t.orderIndex, t.place, t.id, t.trackCount)
      .where(sql`is_active and deleted_at is null`),
    index('packages_newest').on(t.createdAt, t.id),
    index('packages_cover').on(t.coverKey),
    index('packages_drafts').on(t.createdAt, t.orderIndex, t.id).where(sql`is_draft and deleted_at is null`),
    uniqueIndex('packages_catalogue_key').on(t.catalogueKey).where(sql`catalogue_key is not null`),
    index('packages_tags').using('gin', t.tags),
    // The orders and the rare states of the administrators' list.
    index('packages_order').on(t.orderIndex, t.place, t.id).where(sql`deleted_at is null`),
    index('packages_tracks').on(sql`(-track_count)`, t.orderIndex, t.id).where(sql`deleted_at is null`),
    index('packages_inactive')
      .on(t.orderIndex, t.place, t.id)
      .where(sql`deleted_at is null and not is_active`),
    index('packages_featured').on(t.orderIndex, t.place, t.id).where(sql`deleted_at is null and is_featured`),
    index('packages_empty')
      .on(t.orderIndex, t.place, t.id)
      .where(sql`deleted_at is null and track_count = 0`),
    index('packages_deleted').on(t.deletedAt).where(sql`deleted_at is not null`),
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
    /** The title as it was typed, with its format's extension. File names are made from it when a file is saved. */
    name: text('name').notNull(),
    orderIndex: integer('order_index').notNull().default(0),
    size: bigint('size', { mode: 'number' }),
    durationMs: integer('duration_ms'),
    mime: text('mime').notNull().default('audio/mpeg'),
    /** SHA-256 in hex of the stored bytes: identifies the track across re-imports. */
    contentHash: text('content_hash'),
    /** CRC-32 of the stored bytes, for ZIP files; null until computed. */
    crc32: bigint('crc32', { mode: 'number' }),
    /** Key in the file store; null until the bytes are stored. */
    storageKey: text('storage_key'),
    /** Integrated loudness in LUFS (EBU R 128); true peak is in dBTP. */
    loudnessLufs: real('loudness_lufs'),
    truePeakDb: real('true_peak_db'),
    /** Estimated beats a minute; null when unknown. */
    tempoBpm: real('tempo_bpm'),
    /** Waveform: up to 400 bytes, each the peak of a slice. */
    peaks: bytea('peaks'),
    /** What it sounds like, a byte per fact (features/media/audio/timbre.ts); null: silence, or not measured. */
    timbre: bytea('timbre'),
    /** Cue points: the file's own where `carried.cues` has them, else estimated; null: silence, or not measured. */
    cues: moments('cues'),
    /** Of the first sound in the file, by its content: ffmpeg's name of the codec, channels, samples a second. */
    codec: text('codec'),
    channels: smallint('channels'),
    sampleRate: integer('sample_rate'),
    /** An MP3 whose frames have several bit rates. */
    isVbr: boolean('is_vbr'),
    /** Files joined into one: channels or sample rate change inside, a chained Ogg, an MP3 behind an MP3. */
    hasJoints: boolean('has_joints'),
    /** True for an MP3 that players seek exactly; others are played by a preview. Null: another type, or not read. */
    isSeekable: boolean('is_seekable'),
    /** What came with the file beside its sound; null: nothing, or not read. */
    carried: jsonb('carried').$type<Carried>(),
    /** How thoroughly the sound was measured: 0 not yet, 1 without ffmpeg, 6 with it; between, by older rules. */
    analysis: smallint('analysis').notNull().default(0),
    /** Since when it could not be measured, e.g. because its file is gone; after a week it is left alone. */
    analysisFailedAt: at('analysis_failed_at'),
    /** Why the audio cannot be decoded, in Portuguese, for administrators; null: no problem known. */
    unreadable: text('unreadable'),
    /** Who wrote and published it, and its codes, for reports of use; empty ones are those of the package. */
    authors: text('authors'),
    publisher: text('publisher'),
    isrc: text('isrc'),
    iswc: text('iswc'),
    driveFileId: text('drive_file_id'),
    /** Drive's MD5 of the fetched bytes: an unchanged file is not fetched again. */
    driveMd5: text('drive_md5'),
    /** The file's last known name in Drive: distinguishes a rename in Drive from a rename by hand. */
    driveName: text('drive_name'),
    /** Drive requires this key beside the id for files shared under its old link format. */
    driveResourceKey: text('drive_resource_key'),
    /** Key in the file store of a 128 kbps MP3 for listening; null: the original is light enough. */
    previewKey: text('preview_key'),
    previewSize: bigint('preview_size', { mode: 'number' }),
    /** When the stored bytes were last verified against their hash. */
    verifiedAt: at('verified_at'),
    /** When the file vanished from its Drive folder; the stored bytes still play. */
    missingSince: at('missing_since'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** As of packages. */
    catalogueKey: text('catalogue_key'),
  },
  (t) => [
    index('tracks_package').on(t.packageId, t.orderIndex, t.id),
    index('tracks_content').on(t.contentHash),
    index('tracks_file').on(t.storageKey),
    index('tracks_preview').on(t.previewKey).where(sql`preview_key is not null`),
    index('tracks_verified').on(t.verifiedAt.asc().nullsFirst(), t.id),
    index('tracks_unmeasured').on(t.id).where(sql`analysis < 6`),
    uniqueIndex('tracks_drive_file').on(t.packageId, t.driveFileId),
  ],
);
