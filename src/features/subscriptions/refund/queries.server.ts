import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { payments } from '#db/schema/subscriptions.ts';
import type { LastPayment } from './model.ts';

type Row = Omit<LastPayment, 'paidAt' | 'refundedAt'> & {
  userId: string;
  paidAt: Date | string;
  refundedAt: Date | string | null;
};

/**
 * The payment that a refund would give back, by user: the last one of each of his subscriptions, one that has not gone
 * back before one that has, and of those the latest. One query, whatever the number of users.
 */
export async function listLastPayments(db: Database, userIds: string[]): Promise<Map<string, LastPayment>> {
  if (userIds.length === 0) return new Map();
  const ofUsers: SQL = inArray(payments.userId, userIds);
  const { rows } = await db.execute<Row>(sql`
    with last as (
      select distinct on (provider_subscription_id) *, refunded_cents >= amount_cents as is_refunded
      from payments
      where ${ofUsers} and paid_at is not null and amount_cents > 0 and provider_subscription_id is not null
      order by provider_subscription_id, paid_at desc, created_at desc, id desc
    )
    select distinct on (user_id)
      user_id as "userId", provider_subscription_id as "providerSubscriptionId", plan_type as "planType",
      amount_cents as "amountCents", paid_at as "paidAt", is_refunded as "isRefunded", refunded_at as "refundedAt",
      status = 'disputed' as "isDisputed"
    from last
    order by user_id, is_refunded, paid_at desc`);
  return new Map(
    rows.map(({ userId, ...row }) => [
      userId,
      {
        ...row,
        paidAt: new Date(row.paidAt).toISOString(),
        refundedAt: row.refundedAt && new Date(row.refundedAt).toISOString(),
      },
    ]),
  );
}
