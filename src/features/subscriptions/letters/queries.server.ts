import { and, desc, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { profiles, users } from '#db/schema/accounts.ts';
import {
  payments,
  providerSubscriptions,
  subscriptionLetters,
  subscriptions,
} from '#db/schema/subscriptions.ts';
import type { Change, LetterRow } from './letters.ts';

/** A user's row with what the provider says of the subscription that it follows; null: it follows none. */
export async function findSettled(db: Executor, userId: string): Promise<Omit<Change, 'before'> | null> {
  const [known] = await db
    .select({ after: subscriptions, providerStatus: providerSubscriptions.status, lastPayment: payments })
    .from(subscriptions)
    .leftJoin(providerSubscriptions, eq(providerSubscriptions.id, subscriptions.providerSubscriptionId))
    .leftJoin(
      payments,
      and(
        eq(payments.providerSubscriptionId, subscriptions.providerSubscriptionId),
        isNotNull(payments.paidAt),
      ),
    )
    .where(and(eq(subscriptions.userId, userId), isNotNull(subscriptions.providerSubscriptionId)))
    .orderBy(sql`${payments.paidAt} desc nulls last`, desc(payments.id))
    .limit(1);
  return known ?? null;
}

/** A subscription with its user and what was paid back of its last payment. */
export interface DatedRow extends LetterRow {
  userId: string;
  refundedCents: number | null;
}

/** Subscriptions of a paid plan whose end lies between two instants. */
export async function listByEnd(db: Database, from: Date, to: Date): Promise<DatedRow[]> {
  const lastRefund = sql<number | null>`(
    select nullif(${payments.refundedCents}, 0) from ${payments}
    where ${payments.providerSubscriptionId} = ${subscriptions.providerSubscriptionId}
      and ${payments.paidAt} is not null
    order by ${payments.paidAt} desc, ${payments.id} desc limit 1)`;
  const rows = await db
    .select({ row: subscriptions, refundedCents: lastRefund })
    .from(subscriptions)
    .where(
      and(
        inArray(subscriptions.planType, ['monthly', 'semester', 'annual', 'lifetime']),
        gt(subscriptions.expiresAt, from),
        lte(subscriptions.expiresAt, to),
      ),
    );
  return rows.map(({ row, refundedCents }) => ({
    ...row,
    refundedCents: row.source === 'grant' ? null : refundedCents,
  }));
}

/** Whom a letter goes to; null when the account is gone or the letter was sent before. */
export async function findAddressee(
  db: Database,
  userId: string,
  key: string,
): Promise<{ email: string; name: string } | null> {
  const [row] = await db
    .select({ email: users.email, name: profiles.displayName, sentAt: subscriptionLetters.sentAt })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .innerJoin(
      subscriptionLetters,
      and(eq(subscriptionLetters.userId, users.id), eq(subscriptionLetters.key, key)),
    )
    .where(eq(users.id, userId));
  return row && !row.sentAt ? { email: row.email, name: row.name ?? '' } : null;
}
