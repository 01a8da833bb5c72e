import { type SQL, sql } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import type { Database, Executor } from '#db/open.server.ts';
import { payments, subscriptions } from '#db/schema/subscriptions.ts';
import type { Duplicate, LastPayment } from './refund.ts';
import { liveStatuses } from './settlement.ts';

type Row = Omit<LastPayment, 'paidAt' | 'refundedAt'> & {
  userId: string;
  paidAt: Date | string;
  refundedAt: Date | string | null;
};

const live = sql`(${sql.join(
  liveStatuses.map((each) => sql`${each}`),
  sql`, `,
)})`;

/**
 * The refundable payment per user: the last one of the current subscription while that lives, and no other then,
 * because that would leave it running. Otherwise the last payment of each subscription, unrefunded first, then the
 * latest. One query.
 */
export async function listLastPayments(db: Database, userIds: string[]): Promise<Map<string, LastPayment>> {
  if (userIds.length === 0) return new Map();
  const ofUsers: SQL = among(payments.userId, userIds);
  const { rows } = await db.execute<Row>(sql`
    with counting as (
      select subscriptions.user_id, own.id
      from subscriptions
      join provider_subscriptions own on own.id = subscriptions.provider_subscription_id
      where ${among(subscriptions.userId, userIds)} and subscriptions.source = 'provider'
        and own.ended_at is null and own.status in ${live}
    ), last as (
      select distinct on (provider_subscription_id) *, refunded_cents >= amount_cents as is_refunded
      from payments
      where ${ofUsers} and paid_at is not null and amount_cents > 0 and provider_subscription_id is not null
      order by provider_subscription_id, paid_at desc, created_at desc, id desc
    )
    select distinct on (last.user_id)
      last.user_id as "userId", provider_subscription_id as "providerSubscriptionId", plan_type as "planType",
      amount_cents as "amountCents", paid_at as "paidAt", is_refunded as "isRefunded", refunded_at as "refundedAt",
      status = 'disputed' as "isDisputed"
    from last
    left join counting on counting.user_id = last.user_id
    where counting.id is null or counting.id = last.provider_subscription_id
    order by last.user_id, is_refunded, paid_at desc`);
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

/** The plan that the provider charges or has a pending boleto for, per user. */
export async function listCharged(db: Executor, userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await db.execute<{ userId: string; planType: string }>(sql`
    select user_id as "userId", plan_type as "planType"
    from provider_subscriptions own
    where ${among(sql`own.user_id`, userIds)} and plan_type is not null and ended_at is null
      and (status in ${live} or exists (
        select from payments where provider_subscription_id = own.id and payments.status = 'pending'))
    order by created_at`);
  return new Map(rows.map(({ userId, planType }) => [userId, planType]));
}

type DuplicateRow = Omit<Duplicate, 'paidAt'> & { userId: string; paidAt: Date | string | null };

/** For people with two charged subscriptions: the one that does not count, the newest of several (A-42). One query. */
export async function listDuplicates(db: Database, userIds: string[]): Promise<Map<string, Duplicate>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await db.execute<DuplicateRow>(sql`
    select distinct on (other.user_id)
      other.user_id as "userId", other.id as "providerSubscriptionId", other.plan_type as "planType",
      last.amount_cents as "amountCents", last.paid_at as "paidAt"
    from subscriptions
    join provider_subscriptions own on own.id = subscriptions.provider_subscription_id and own.status in ${live}
    join provider_subscriptions other on other.customer_id = own.customer_id and other.id <> own.id
      and other.plan_type is not null and other.ended_at is null and other.status in ${live}
    left join lateral (
      select amount_cents, paid_at from payments
      where provider_subscription_id = other.id and paid_at is not null and amount_cents > 0
      order by paid_at desc, id desc limit 1
    ) last on true
    where ${among(subscriptions.userId, userIds)} and subscriptions.source = 'provider'
    order by other.user_id, other.created_at desc, other.id desc`);
  return new Map(
    rows.map(({ userId, ...row }) => [
      userId,
      { ...row, paidAt: row.paidAt && new Date(row.paidAt).toISOString() },
    ]),
  );
}
