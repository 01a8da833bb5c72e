import { boolean, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** The one current subscription of a user. Whether it opens the library: `isEntitled` in the feature. */
export const subscriptions = pgTable('subscriptions', {
  id: text('id').primaryKey(),
  userId: text('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** monthly | semester | annual | lifetime | free */
  planType: text('plan_type').notNull(),
  /** active | inactive */
  status: text('status').notNull(),
  expiresAt: at('expires_at'),
  /** `provider`: follows the payment provider. `grant`: given by an administrator, no sync touches it. */
  source: text('source').notNull().default('provider'),
  providerSubscriptionId: text('provider_subscription_id'),
  cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
  /** A boleto or Pix has been issued and is not yet confirmed. */
  paymentPending: boolean('payment_pending').notNull().default(false),
  lastPaymentAt: at('last_payment_at'),
  /** Set by an administrator: no later sync re-activates this provider subscription. */
  revokedAt: at('revoked_at'),
  reason: text('reason'),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});

/** Which customer at the payment provider a user is. */
export const paymentCustomers = pgTable('payment_customers', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  customerId: text('customer_id').notNull().unique(),
  /** Counts up with each settlement; one that was made from an older truth is refused and fetched anew. */
  version: integer('version').notNull().default(0),
  settledAt: at('settled_at'),
  /** The address that the provider knows; null: it was told before we noted it. */
  email: text('email'),
  /** Counts up with each page of payment that is begun: the newest rules. */
  checkoutTurn: integer('checkout_turn').notNull().default(0),
  /** The page of payment that was last handed out. */
  checkoutId: text('checkout_id'),
  createdAt: at('created_at').notNull().defaultNow(),
});

/** Every signed event by its id, with what became of it: received | settled | ignored | failed. */
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

/** Every charge that the provider made or tried, by its id there: what the revenue page counts. Follows the provider. */
export const payments = pgTable(
  'payments',
  {
    /** The provider's id of the invoice. */
    id: text('id').primaryKey(),
    customerId: text('customer_id').notNull(),
    /** Null once the account is deleted; the money stays counted. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    providerSubscriptionId: text('provider_subscription_id'),
    /** monthly | semester | annual; null for a price that is not ours. */
    planType: text('plan_type'),
    /** paid | failed | pending | refunded | disputed */
    status: text('status').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** The price of the whole period then, before credit for unused time; null: not known. */
    priceCents: integer('price_cents'),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** The time that the amount pays for. */
    periodStart: at('period_start'),
    periodEnd: at('period_end'),
    createdAt: at('created_at').notNull(),
    paidAt: at('paid_at'),
    failedAt: at('failed_at'),
    refundedAt: at('refunded_at'),
  },
  (t) => [index('payments_user').on(t.userId), index('payments_paid').on(t.paidAt)],
);

/** Every subscription that the provider has known, from its first payment to its end. Follows the provider. */
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
  (t) => [index('provider_subscriptions_user').on(t.userId)],
);

/** Every mail about a subscription, by what it is about: a fact that is known here has been told (once). */
export const subscriptionLetters = pgTable(
  'subscription_letters',
  {
    /** The fact, as `welcome:{subscription}`, `ended:{subscription}:{instant}`. */
    key: text('key').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: at('created_at').notNull(),
    /** When the mail server took it; null: waits, or was never taken. */
    sentAt: at('sent_at'),
  },
  (t) => [index('subscription_letters_user').on(t.userId)],
);

/** The simulated provider's own books: what a real provider would keep on its side. */
export const simulatedCheckouts = pgTable('simulated_checkouts', {
  id: text('id').primaryKey(),
  customerId: text('customer_id').notNull(),
  priceId: text('price_id').notNull(),
  /** open | paid | pending | canceled */
  status: text('status').notNull().default('open'),
  successUrl: text('success_url').notNull(),
  cancelUrl: text('cancel_url').notNull(),
  /** Which of the customer's pages this is. */
  turn: integer('turn').notNull().default(0),
  /** What the checkout led to; null while it is open or when it was canceled. */
  subscriptionId: text('subscription_id'),
  createdAt: at('created_at').notNull().defaultNow(),
});

export const simulatedSubscriptions = pgTable(
  'simulated_subscriptions',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id').notNull(),
    priceId: text('price_id').notNull(),
    /** active | past_due | canceled | incomplete, in the words of the real provider */
    status: text('status').notNull(),
    currentPeriodEnd: at('current_period_end').notNull(),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** A boleto or Pix was issued and has not been paid. */
    paymentPending: boolean('payment_pending').notNull().default(false),
    lastPaymentAt: at('last_payment_at'),
    /** When it ended for good; null while it lives. */
    endedAt: at('ended_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('simulated_subscriptions_customer').on(t.customerId)],
);

export const simulatedInvoices = pgTable(
  'simulated_invoices',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id').notNull(),
    subscriptionId: text('subscription_id').notNull(),
    priceId: text('price_id').notNull(),
    /** paid | failed | pending | refunded */
    status: text('status').notNull(),
    amountCents: integer('amount_cents').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    periodStart: at('period_start').notNull(),
    periodEnd: at('period_end').notNull(),
    createdAt: at('created_at').notNull(),
    paidAt: at('paid_at'),
    failedAt: at('failed_at'),
    refundedAt: at('refunded_at'),
  },
  (t) => [
    index('simulated_invoices_customer').on(t.customerId),
    index('simulated_invoices_subscription').on(t.subscriptionId),
  ],
);

/** Answers already given to a call with an Idempotency-Key. */
export const idempotentAnswers = pgTable('idempotent_answers', {
  key: text('key').primaryKey(),
  userId: text('user_id').notNull(),
  status: integer('status').notNull(),
  body: jsonb('body').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
});
