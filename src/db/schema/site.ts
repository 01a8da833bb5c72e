import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** One row per section of the site's editable content; without a row the defaults apply. */
export const pageContent = pgTable('page_content', {
  sectionName: text('section_name').primaryKey(),
  content: jsonb('content').notNull(),
  /** Counts up with each save; a save names the version that it was made from. */
  version: integer('version').notNull().default(1),
  updatedAt: at('updated_at').notNull().defaultNow(),
  updatedBy: text('updated_by'),
});

export const pageContentHistory = pgTable(
  'page_content_history',
  {
    id: text('id').primaryKey(),
    sectionName: text('section_name').notNull(),
    version: integer('version').notNull(),
    content: jsonb('content').notNull(),
    savedAt: at('saved_at').notNull().defaultNow(),
    savedBy: text('saved_by'),
  },
  (t) => [index('page_content_history_section').on(t.sectionName, t.version)],
);

export const auditEntries = pgTable(
  'audit_entries',
  {
    id: text('id').primaryKey(),
    actorId: text('actor_id'),
    actorEmail: text('actor_email').notNull(),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entityId: text('entity_id'),
    before: jsonb('before'),
    after: jsonb('after'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('audit_entries_created').on(t.createdAt, t.id),
    index('audit_entries_entity').on(t.entity, t.createdAt, t.id),
    index('audit_entries_subject').on(t.entityId, t.createdAt),
    index('audit_entries_actor').on(t.actorEmail, t.createdAt, t.id),
  ],
);
