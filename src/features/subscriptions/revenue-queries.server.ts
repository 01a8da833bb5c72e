import { and, count, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#db/open.server.ts';
import { keptFigures, payments, subscriptions } from '#db/schema/subscriptions.ts';
import type { Admin } from '#features/accounts/model.ts';
import { paidPlans, plans } from '#features/plans/plans.ts';
import { lastMonths, monthOf, startOfMonth, startOfNextMonth } from '#platform/calendar.ts';
import { elementAt, firstOf } from '#platform/elements.ts';
import { type Month, monthlyCentsOf, type Revenue } from './revenue.ts';

/** Months that are counted. */
const shownMonths = 12;

/** The row of the kept figures. */
export const keptName = 'revenue';

/** Kept figures of a large history, of this month and not older than this. */
const keptHours = 1;

interface KeptRevenue extends Revenue {
  /** When the figures were counted; null: now. */
  countedAt: string | null;
}

/** The figures that were kept (keep-revenue.server.ts), else computed now. */
export async function getRevenue(db: Database, _admin: Admin, now: Date): Promise<KeptRevenue> {
  const [kept] = await db.select().from(keptFigures).where(eq(keptFigures.name, keptName));
  const since = Math.max(now.getTime() - keptHours * 3_600_000, startOfMonth(monthOf(now)).getTime());
  if (!kept || kept.countedAt.getTime() < since) return { ...(await countRevenue(db, now)), countedAt: null };
  return { ...(kept.figures as Revenue), countedAt: kept.countedAt.toISOString() };
}

/**
 * The figures of the last twelve months, from the stored history of charges and subscriptions, in three queries. A
 * person is an account or, once that is deleted, a customer of the provider. Subscribers, started and lost derive from
 * the same intervals (`held`), so a month's subscribers are those of the month before, plus started, minus lost.
 * Granted plans bring no revenue.
 */
export async function countRevenue(db: Database, now: Date): Promise<Revenue> {
  const months = lastMonths(now, shownMonths);
  const [money, standing, granted] = await Promise.all([
    listMoney(db, months),
    listStanding(db, months, now),
    countGranted(db, now),
  ]);
  const of = <T extends { month: Month }>(rows: T[], month: Month) =>
    rows.filter((row) => row.month === month);
  const current = of(standing, elementAt(months, -1));
  return {
    months: months.map((month) => {
      const moved = (kind: string) => of(money, month).find((row) => row.kind === kind);
      const { people, mrrCents, started, lost } = firstOf(
        of(standing, month).filter((row) => row.planType === null),
      );
      return {
        month,
        subscribers: people,
        mrrCents,
        started,
        lost,
        failed: moved('failed')?.times ?? 0,
        receivedCents: moved('received')?.cents ?? 0,
        refundedCents: moved('refunded')?.cents ?? 0,
      };
    }),
    plans: plans.map(({ id, name }) => {
      const share = current.find((row) => row.planType === id);
      return {
        planType: id,
        name,
        monthlyCents: monthlyCentsOf(id),
        subscribers: share?.people ?? 0,
        mrrCents: share?.mrrCents ?? 0,
      };
    }),
    granted,
  };
}

/** The month of an instant in São Paulo, as `Month`. */
const sqlMonthOf = (at: SQL) => sql`to_char(${at} at time zone 'America/Sao_Paulo', 'YYYY-MM')`;

type Moved = { month: Month; kind: string; times: number; cents: number };

/** Charges received, refunded and failed, per month. */
async function listMoney(db: Database, months: Month[]): Promise<Moved[]> {
  const spans = months.map((month) => ({
    month,
    since: startOfMonth(month),
    until: startOfNextMonth(startOfMonth(month)),
  }));
  const moved = (kind: string, at: PgColumn, cents: PgColumn, condition = sql`true`) => sql`
    select month, ${kind}::text as kind, count(*)::int as times, coalesce(sum(${cents}), 0)::float8 as cents
    from spans join payments on ${at} >= since and ${at} < until and ${condition}
    group by month`;
  const { paidAt, amountCents, refundedAt, refundedCents, failedAt } = payments;
  const { rows } = await db.execute<Moved>(sql`
    with spans as (
      select * from json_to_recordset(${JSON.stringify(spans)}::json)
        as given(month text, since timestamptz, until timestamptz)
    )
    ${moved('received', paidAt, amountCents)}
    union all ${moved('refunded', refundedAt, refundedCents, gt(refundedCents, 0))}
    union all ${moved('failed', failedAt, amountCents)}`);
  return rows;
}

/** An average month, in seconds. */
const monthSeconds = (365.25 / 12) * 24 * 3600;
/** Today's price of a plan, for charges of unknown price. */
const priceToday = sql`case p.plan_type ${sql.join(
  plans.map(({ id, priceCents }) => sql`when ${id} then ${priceCents}::int`),
  sql` `,
)} end`;

/**
 * The intervals in which each subscription was in force, with its monthly revenue: from each charge until the next
 * one, or until two days after its period (a renewal may be late) or its renewal's boleto is overdue (A-158), or until the subscription ended; and never beyond a
 * full refund or a lost dispute. A charge paid by credit keeps the amount before it. Charges that ended long before
 * `since` are left out.
 */
const held = (since: Date): SQL => sql`
  charges as (
    select p.id, p.provider_subscription_id as subscription, coalesce(p.user_id, p.customer_id) as person, p.plan_type,
      greatest(p.paid_at, p.period_start) as came,
      least(greatest(p.period_end + interval '2 days', renewal.due_at), s.ended_at) as went,
      case when p.amount_cents > 0 and p.refunded_cents >= p.amount_cents then p.refunded_at end as back_at,
      count(*) filter (where p.amount_cents > 0) over (
        partition by p.provider_subscription_id order by greatest(p.paid_at, p.period_start), p.id) as money,
      coalesce(p.price_cents, nullif(p.amount_cents, 0), ${priceToday}, 0)
        / greatest(1, round(extract(epoch from p.period_end - p.period_start) / ${monthSeconds}::float8)) as cents
    from payments p
    left join provider_subscriptions s on s.id = p.provider_subscription_id
    left join lateral (
      select max(due_at) as due_at from payments n
      where n.provider_subscription_id = p.provider_subscription_id and n.due_at is not null
        and abs(extract(epoch from n.period_start - p.period_end)) <= 86400
    ) renewal on true
    where p.paid_at is not null and p.plan_type is not null and p.provider_subscription_id is not null
      and p.period_end > ${since.toISOString()}::timestamptz - interval '1 year'
  ), clipped as (
    select subscription, person, plan_type, cents, came, least(
      went,
      lead(came) over (partition by subscription order by came, id),
      max(back_at) over (partition by subscription, money)) as went
    from charges
  ), held as (select * from clipped where went > came)`;

/** People and their monthly revenue by plan; plan null: the whole month with started and lost. */
type Standing = {
  month: Month;
  planType: string | null;
  people: number;
  mrrCents: number;
  started: number;
  lost: number;
};

/** Standing at the last instant of each month, now for the current one; a seamless change counts as neither. */
async function listStanding(db: Database, months: Month[], now: Date): Promise<Standing[]> {
  const since = startOfMonth(firstOf(months));
  const instants = months.map((month) => {
    const last = startOfNextMonth(startOfMonth(month)).getTime() - 1;
    return { month, at: new Date(Math.min(last, now.getTime())).toISOString() };
  });
  const { rows } = await db.execute<Standing>(sql`
    with instants as (
      select * from json_to_recordset(${JSON.stringify(instants)}::json) as given(month text, at timestamptz)
    ), ${held(since)}, shares as (
      select month, plan_type, count(distinct person)::int as people, sum(cents)::float8 as cents
      from instants join held on came <= at and went > at
      group by grouping sets ((month, plan_type), (month))
    ), marked as (
      select *, coalesce(came > max(went) over (
        partition by person order by came, went, subscription rows between unbounded preceding and 1 preceding), true
      ) as opens
      from held
    ), numbered as (
      select *, count(*) filter (where opens) over (partition by person order by came, went, subscription) as stretch
      from marked
    ), stretches as (
      select min(came) as came, max(went) as went from numbered group by person, stretch
    ), moves as (
      select ${sqlMonthOf(sql`at`)} as month, count(*) filter (where is_new) as started,
        count(*) filter (where not is_new) as lost
      from (select came as at, true as is_new from stretches union all select went, false from stretches) moved
      where at >= ${since.toISOString()} and at <= ${now.toISOString()}
      group by 1
    )
    select i.month, s.plan_type as "planType", coalesce(s.people, 0) as people, coalesce(s.cents, 0) as "mrrCents",
      coalesce(m.started, 0)::int as started, coalesce(m.lost, 0)::int as lost
    from instants i
    left join shares s on s.month = i.month
    left join moves m on m.month = i.month`);
  return rows;
}

async function countGranted(db: Database, now: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.source, 'grant'),
        eq(subscriptions.status, 'active'),
        inArray(subscriptions.planType, [...paidPlans]),
        or(isNull(subscriptions.expiresAt), gt(subscriptions.expiresAt, now)),
      ),
    );
  return row?.n ?? 0;
}
