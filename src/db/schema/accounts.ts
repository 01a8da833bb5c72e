import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** better-auth's table; the e-mail is stored only here. */
export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull().default(''),
    email: text('email').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    /**
     * Counts up (by triggers) when password, e-mail, its confirmation or role changes; a link is valid in its own era.
     */
    linkEra: integer('link_era').notNull().default(0),
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    /** Null: no sign-in since this is recorded. */
    signedInAt: at('signed_in_at'),
    /** E-mail and display name as search compares them, kept by triggers: one row to search per user. */
    searchFold: text('search_fold').notNull().default(''),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [index('users_newest').on(t.createdAt, t.id)],
);

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: at('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [index('sessions_user').on(t.userId)],
);

export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    password: text('password'),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: at('access_token_expires_at'),
    refreshTokenExpiresAt: at('refresh_token_expires_at'),
    scope: text('scope'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [index('accounts_user').on(t.userId)],
);

/** The secret of a person's authenticator app and the unused recovery codes, both encrypted by better-auth. */
export const twoFactors = pgTable('two_factors', {
  id: text('id').primaryKey(),
  userId: text('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  /** Whether a code of the app was entered once; before that the secret opens nothing. */
  verified: boolean('verified').notNull().default(false),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: at('locked_until'),
});

export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull().unique(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    createdAt: at('created_at').notNull().defaultNow(),
    lastUsedAt: at('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
);

export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: at('expires_at').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [index('verifications_identifier').on(t.identifier)],
);

/** Open links by mail, by the hash of their secret. */
export const accountLinks = pgTable(
  'account_links',
  {
    secretHash: text('secret_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** recovery | confirmation | email-change */
    kind: text('kind').notNull(),
    era: integer('era').notNull(),
    /** For a change of e-mail: the address the link went to. */
    newEmail: text('new_email'),
    /** For a sign-up: the chosen password, and the hash of the browser that sent it. */
    passwordHash: text('password_hash'),
    displayName: text('display_name'),
    browser: text('browser'),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('account_links_user').on(t.userId)],
);

/** Browsers and client addresses from which an account signed in, as keyed hashes; each has its own rate limit. */
export const knownPlaces = pgTable(
  'known_places',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    place: text('place').notNull(),
    seenAt: at('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.place] })],
);

/** Completed sign-ins: the newest of each account, for 90 days (`recordsDays`). */
export const signIns = pgTable(
  'sign_ins',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [index('sign_ins_user').on(t.userId, t.createdAt)],
);

/** What became of a mail. `delayed`: refused for now, its job tries again. */
export type MailState = 'sent' | 'delayed' | 'refused';

/** Mails to accounts and what became of them, for 90 days: subjects, never texts. */
export const mailRecords = pgTable(
  'mail_records',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    subject: text('subject').notNull(),
    state: text('state').$type<MailState>().notNull(),
    /** What the mail server said when it did not accept it. */
    answer: text('answer'),
    tries: integer('tries').notNull().default(1),
    createdAt: at('created_at').notNull(),
    triedAt: at('tried_at').notNull(),
  },
  (t) => [
    index('mail_records_user').on(t.userId, t.createdAt, t.id),
    index('mail_records_created').on(t.createdAt),
  ],
);

export const rateLimits = pgTable('rate_limits', {
  id: text('id').primaryKey(),
  key: text('key').notNull().unique(),
  count: integer('count').notNull(),
  lastRequest: bigint('last_request', { mode: 'number' }).notNull(),
});

/** A person's data on the site. Any `role` other than `admin` means a regular user. */
export const profiles = pgTable(
  'profiles',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role').notNull().default('user'),
    displayName: text('display_name').notNull().default(''),
    /** Key in the file store; null: initials are shown. */
    avatarKey: text('avatar_key'),
    /** Counts up with each new picture, so that its URL changes. */
    avatarVersion: integer('avatar_version').notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('profiles_avatar').on(t.avatarKey).where(sql`avatar_key is not null`)],
);
