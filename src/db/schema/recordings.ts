import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

export type RecordingStatus = 'pending' | 'in_progress' | 'completed' | 'canceled';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** A vinheta to be recorded with the radio's name. Title and requester are copied to survive deletions. */
export const recordingRequests = pgTable(
  'recording_requests',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    packageId: text('package_id'),
    packageTitle: text('package_title').notNull(),
    radioName: text('radio_name').notNull(),
    whatsapp: text('whatsapp').notNull(),
    creditsUsed: integer('credits_used').notNull(),
    status: text('status').$type<RecordingStatus>().notNull().default('pending'),
    /** End of the 24 business hours. */
    dueAt: at('due_at').notNull(),
    /** Key of the delivered file and the name shown; private to the requester. */
    deliveredKey: text('delivered_key'),
    deliveredName: text('delivered_name'),
    deliveredAt: at('delivered_at'),
    /** Key of the MP3 by which it is heard; null: the delivered file itself. */
    heardKey: text('heard_key'),
    /** The one free revision; null: not used. */
    revisionRequestedAt: at('revision_requested_at'),
    revisionNote: text('revision_note'),
    idempotencyKey: text('idempotency_key').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    unique('recording_requests_once').on(t.userId, t.idempotencyKey),
    index('recording_requests_newest').on(t.createdAt),
    index('recording_requests_user').on(t.userId, t.createdAt),
    index('recording_requests_due').on(t.dueAt).where(sql`status in ('pending', 'in_progress')`),
    index('recording_requests_delivery').on(t.deliveredKey).where(sql`delivered_key is not null`),
    index('recording_requests_heard').on(t.heardKey).where(sql`heard_key is not null`),
  ],
);
