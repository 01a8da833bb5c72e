import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

export type SubscriptionStatus = 'active' | 'inactive';
/** Status of a charge. `disputed`: the cardholder contests it, or has won. */
export type PaymentStatus = 'paid' | 'failed' | 'pending' | 'refunded' | 'disputed';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** The one current subscription of a user. `isEntitled` decides whether it opens the library. */
export const subscriptions = pgTable('subscriptions', {
  id: text('id').primaryKey(),
  userId: text('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** monthly | semester | annual | lifetime | free */
  planType: text('plan_type').notNull(),
  status: text('status').$type<SubscriptionStatus>().notNull(),
  expiresAt: at('expires_at'),
  /** `provider`: follows the payment provider. `grant`: given by an administrator; settlements skip it. */
  source: text('source').notNull().default('provider'),
  providerSubscriptionId: text('provider_subscription_id'),
  cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
  /** A boleto or Pix is issued and not yet confirmed. */
  paymentPending: boolean('payment_pending').notNull().default(false),
  lastPaymentAt: at('last_payment_at'),
  /** Set by an administrator: settlements do not re-activate it. */
  revokedAt: at('revoked_at'),
  reason: text('reason'),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});

/** Maps a user to a customer of the payment provider. */
export const paymentCustomers = pgTable('payment_customers', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  customerId: text('customer_id').notNull().unique(),
  /** Counts up with each settlement: one from a stale snapshot is refused and fetched again. */
  version: integer('version').notNull().default(0),
  settledAt: at('settled_at'),
  /** The customer's address at the provider; null: unknown. */
  email: text('email'),
  /** Counts up with each checkout that is started: only the newest is valid. */
  checkoutTurn: integer('checkout_turn').notNull().default(0),
  /** The id of the newest checkout. */
  checkoutId: text('checkout_id'),
  createdAt: at('created_at').notNull().defaultNow(),
});

/** Every signed webhook event by its id and outcome: received | settled | ignored | failed. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    customerId: text('customer_id'),
    fate: text('fate').notNull().default('received'),
    error: text('error'),
    receivedAt: at('received_at').notNull().defaultNow(),
    settledAt: at('settled_at'),
  },
  (t) => [index('payment_events_customer').on(t.customerId)],
);

/** Every charge of the provider, successful or not, by its id there; the source of the revenue page. */
export const payments = pgTable(
  'payments',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id').notNull(),
    /** Null once the account is deleted; the amount still counts. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    providerSubscriptionId: text('provider_subscription_id'),
    /** Null for a price that is none of our plans. */
    planType: text('plan_type'),
    status: text('status').$type<PaymentStatus>().notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** The price of the whole period at that time, before credit for unused time; null: unknown. */
    priceCents: integer('price_cents'),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** The period that the amount pays for. */
    periodStart: at('period_start'),
    periodEnd: at('period_end'),
    createdAt: at('created_at').notNull(),
    /** The last moment at which its boleto or Pix was not overdue; null: it never waited for one. */
    dueAt: at('due_at'),
    paidAt: at('paid_at'),
    failedAt: at('failed_at'),
    refundedAt: at('refunded_at'),
  },
  (t) => [
    index('payments_user').on(t.userId),
    index('payments_paid').on(t.paidAt, t.amountCents),
    index('payments_refunded').on(t.refundedAt, t.refundedCents).where(sql`refunded_at is not null`),
    index('payments_failed').on(t.failedAt, t.amountCents).where(sql`failed_at is not null`),
    index('payments_subscription').on(t.providerSubscriptionId),
  ],
);

/** Every subscription at the provider, from its first payment to its end. */
export const providerSubscriptions = pgTable(
  'provider_subscriptions',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id').notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    planType: text('plan_type'),
    /** In the provider's words. */
    status: text('status').notNull(),
    /** When it was first paid; null: never. */
    startedAt: at('started_at'),
    endedAt: at('ended_at'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('provider_subscriptions_user').on(t.userId),
    index('provider_subscriptions_customer').on(t.customerId),
  ],
);

/** Mails about subscriptions, by their fact: a row means that the mail is queued or sent. */
export const subscriptionLetters = pgTable(
  'subscription_letters',
  {
    /** `welcome:{subscription}`, `ended:{subscription}:{instant}`. */
    key: text('key').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: at('created_at').notNull(),
    /** When the mail server accepted it; null: not yet, or never. */
    sentAt: at('sent_at'),
  },
  (t) => [index('subscription_letters_user').on(t.userId)],
);

/** State of the simulated provider, a row per customer. */
export const simulatedCustomers = pgTable(
  'simulated_customers',
  {
    customerId: text('customer_id').primaryKey(),
    state: jsonb('state').notNull(),
  },
  (t) => [index('simulated_customers_state').using('gin', t.state.op('jsonb_path_ops'))],
);

/** Figures that take long to compute, as of `countedAt`; no row: they are computed when asked for. */
export const keptFigures = pgTable('kept_figures', {
  name: text('name').primaryKey(),
  figures: jsonb('figures').notNull(),
  countedAt: at('counted_at').notNull(),
});

/** Saved responses of calls with an Idempotency-Key. */
export const idempotentAnswers = pgTable('idempotent_answers', {
  key: text('key').primaryKey(),
  userId: text('user_id').notNull(),
  status: integer('status').notNull(),
  body: jsonb('body').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
});
