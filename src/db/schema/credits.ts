import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** A lot of credits: its amount, its balance and its expiry. */
export const userCredits = pgTable(
  'user_credits',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** monthly | grant */
    kind: text('kind').notNull(),
    /** Calendar month in America/Sao_Paulo, `2026-11`; null for a grant. */
    month: text('month'),
    amount: integer('amount').notNull(),
    creditsBalance: integer('credits_balance').notNull(),
    allocationDate: at('allocation_date').notNull().defaultNow(),
    expiresAt: at('expires_at'),
  },
  (t) => [
    uniqueIndex('user_credits_month').on(t.userId, t.month).where(sql`kind = 'monthly'`),
    index('user_credits_user').on(t.userId),
    check('user_credits_not_negative', sql`${t.creditsBalance} >= 0 and ${t.creditsBalance} <= ${t.amount}`),
  ],
);

/** The ledger: every movement with its reason. The entries of a lot add up to its balance. */
export const creditEntries = pgTable(
  'credit_entries',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    creditId: text('credit_id')
      .notNull()
      .references(() => userCredits.id, { onDelete: 'cascade' }),
    amount: integer('amount').notNull(),
    /** monthly | grant | request | refund */
    kind: text('kind').notNull(),
    reason: text('reason'),
    requestId: text('request_id'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('credit_entries_user').on(t.userId, t.createdAt)],
);
