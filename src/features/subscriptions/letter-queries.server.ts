import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm';
import { inBatches } from '#db/batches.ts';
import type { Database, Executor } from '#db/open.server.ts';
import { profiles, users } from '#db/schema/accounts.ts';
import {
  payments,
  providerSubscriptions,
  subscriptionLetters,
  subscriptions,
} from '#db/schema/subscriptions.ts';
import { paidPlans } from '#features/plans/plans.ts';
import type { Change, LetterRow } from './letters.ts';
import { liveStatuses } from './settlement.ts';

/** A user's row with the provider's state of its subscription; null without one. */
export async function findSettled(
  db: Executor,
  userId: string,
): Promise<Omit<Change, 'before' | 'payments'> | null> {
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

/** A subscription with its user, and whether its last payment was fully refunded. */
export interface DatedRow extends LetterRow {
  userId: string;
  isRefunded: boolean;
}

/** Paid subscriptions that end between two instants, without manual plans beside a paid one, in batches. */
export function listByEnd(db: Database, from: Date, to: Date): AsyncGenerator<DatedRow[]> {
  // Qualified by hand: in a query of one table Drizzle omits the table name.
  const lastStatus = sql<string | null>`(
    select p.status from payments p
    where p.provider_subscription_id = subscriptions.provider_subscription_id and p.paid_at is not null
    order by p.paid_at desc, p.id desc limit 1)`;
  const isDue = and(
    inArray(subscriptions.planType, [...paidPlans]),
    gt(subscriptions.expiresAt, from),
    lte(subscriptions.expiresAt, to),
    or(
      ne(subscriptions.source, 'grant'),
      notExists(
        db
          .select({ id: providerSubscriptions.id })
          .from(providerSubscriptions)
          .where(
            and(
              eq(providerSubscriptions.userId, subscriptions.userId),
              inArray(providerSubscriptions.status, liveStatuses),
              isNull(providerSubscriptions.endedAt),
            ),
          ),
      ),
    ),
  );
  return inBatches('userId', async (after, length) => {
    const rows = await db
      .select({ row: subscriptions, lastStatus })
      .from(subscriptions)
      .where(and(isDue, gt(subscriptions.userId, after)))
      .orderBy(asc(subscriptions.userId))
      .limit(length);
    return rows.map(({ row, lastStatus: status }) => ({
      ...row,
      isRefunded: row.source === 'provider' && status === 'refunded',
    }));
  });
}

/** The recipient; null when the account is deleted or the mail was sent before. */
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
