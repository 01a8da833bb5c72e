import { sql } from 'drizzle-orm';
import { customType, index, integer, pgTable, real, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { packages, tracks } from './catalog.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const at = (name: string) => timestamp(name, { withTimezone: true });
/** A reader looks through the pending entries one by one: few of them, so that no search waits (in kB). */
const pending = { gin_pending_list_limit: 512 };

/** What is searched of a visible track. Triggers keep it, in the transaction that changes the track or its package. */
export const trackDocuments = pgTable(
  'track_documents',
  {
    trackId: text('track_id')
      .primaryKey()
      .references(() => tracks.id, { onDelete: 'cascade' }),
    packageId: text('package_id').notNull(),
    categoryId: text('category_id').notNull(),
    /** Weights: A the name, B title and tags of the package, C its category (as `c` and the id), D its description. */
    doc: tsvector('doc').notNull(),
    durationMs: integer('duration_ms'),
    tempoBpm: real('tempo_bpm'),
    loudnessLufs: real('loudness_lufs'),
    /** 0: with voice, 1: instrumental, as the names and tags tell (`track_voice()`); null: they do not. */
    voice: smallint('voice'),
    /** Copy of the track's, and the cell of similar sounds that it falls into (docs/decisions/046). */
    timbre: bytea('timbre'),
    timbreCell: smallint('timbre_cell'),
    /** When the package was created. */
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('track_documents_doc').using('gin', t.doc).with(pending),
    index('track_documents_package').on(t.packageId),
    index('track_documents_newest').on(t.createdAt, t.trackId),
    index('track_documents_duration').on(t.durationMs, t.trackId),
    // With all that a search by ear reads, so that it reads the index alone.
    index('track_documents_timbre')
      .on(t.categoryId, t.timbreCell, t.trackId, t.timbre)
      .where(sql`timbre is not null`),
    index('track_documents_tempo').on(t.tempoBpm, t.trackId),
    // Most tracks tell nothing of a voice.
    index('track_documents_voice').on(t.voice).where(sql`voice is not null`),
    index('track_documents_sound').on(
      sql`sound_class(${t.durationMs}, ${t.tempoBpm}, ${t.loudnessLufs}, ${t.voice})`,
    ),
  ],
);

/** What is searched of a visible package, kept in the same way. */
export const packageDocuments = pgTable(
  'package_documents',
  {
    packageId: text('package_id')
      .primaryKey()
      .references(() => packages.id, { onDelete: 'cascade' }),
    categoryId: text('category_id').notNull(),
    /** Weights: A the title, B tags, C description and category, D names of tracks. */
    doc: tsvector('doc').notNull(),
    /** Its distinct words, before stemming, stop words too; their changes are logged for `searchWords`. */
    words: text('words').array().notNull(),
    /** `tag_key()` of each tag, in the order of the tags: no case, accents or signs. Null for a repeated tag. */
    tagKeys: text('tag_keys').array().notNull(),
    /** The rules by which the words were read: a job reads those of older rules anew (`reread_documents()`). */
    reading: smallint('reading').notNull().default(1),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('package_documents_doc').using('gin', t.doc).with(pending),
    index('package_documents_tags').using('gin', t.tagKeys),
    index('package_documents_reading').on(t.packageId).where(sql`reading < 2`),
  ],
);

/** Vocabulary of the catalogue: corrects typos and weighs words. */
export const searchWords = pgTable(
  'search_words',
  {
    word: text('word').primaryKey(),
    lexeme: text('lexeme').notNull(),
    /** Visible packages that have the word. */
    packages: integer('packages').notNull(),
  },
  (t) => [index('search_words_lexeme').on(t.lexeme)],
);

/** Changes that `searchWords` has not counted yet: writers append without waiting for each other. */
export const searchWordChanges = pgTable('search_word_changes', {
  word: text('word').notNull(),
  change: integer('change').notNull(),
});

/** Words and phrases that mean the same; with a kind, they ask for that kind. Administrators edit it. */
export const searchSynonyms = pgTable('search_synonyms', {
  id: text('id').primaryKey(),
  words: text('words').array().notNull(),
  kind: text('kind'),
  updatedAt: at('updated_at').notNull().defaultNow(),
});

/**
 * Terms that found nothing, or nothing that has all of their words, without who typed them: what the catalogue or its
 * synonyms lack. Purged every night.
 */
export const searchMisses = pgTable('search_misses', {
  term: text('term').primaryKey(),
  /** What the best answer lacks; null: there was none. */
  lacking: text('lacking').array(),
  searches: integer('searches').notNull(),
  lastAt: at('last_at').notNull(),
});

/** The tags that tell of genre, mood or use, by which the filters group them. Administrators edit it. */
export const tagGroups = pgTable('tag_groups', {
  name: text('name').primaryKey(),
  tags: text('tags').array().notNull(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});
