import { and, count, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { subscriptions } from '#db/schema/subscriptions.ts';
import type { Admin } from '#features/accounts/model.ts';
import { startOfNextMonth } from '#platform/calendar.ts';
import { plans } from '../model.ts';
import { lastMonths, type Month, monthlyCentsOf, type Revenue, startOfMonth } from './model.ts';

/**
 * The figures of the last twelve months, from the provider's own history of charges and subscriptions. Four queries,
 * whatever their number.
 *
 * A person is the account, or, once it is deleted, the provider's customer. A subscription is in force while the period
 * that its latest charge has paid for runs and it has not ended; a charge that went back in full pays for nothing from
 * that moment on. Plans given by hand bring nothing.
 */
export async function getRevenue(db: Database, _admin: Admin, now: Date): Promise<Revenue> {
  const months = lastMonths(now);
  const since = startOfMonth(months[0]!);
  const [money, people, held, granted] = await Promise.all([
    listMoney(db, since),
    listPeople(db, since),
    listHeld(db, months, now),
    countGranted(db, now),
  ]);
  const of = <T extends { month: Month }>(rows: T[], month: Month) =>
    rows.filter((row) => row.month === month);
  const current = of(held, months.at(-1)!);
  return {
    months: months.map((month) => {
      const moved = (kind: string) => of(money, month).find((row) => row.kind === kind);
      const shares = of(held, month);
      return {
        month,
        subscribers: shares.find((row) => row.planType === null)?.people ?? 0,
        mrrCents: shares.find((row) => row.planType === null)?.mrrCents ?? 0,
        started: of(people, month)[0]?.started ?? 0,
        lost: of(people, month)[0]?.lost ?? 0,
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

/** The month of an instant in São Paulo, as the model writes it. */
const monthOf = (at: SQL) => sql`to_char(${at} at time zone 'America/Sao_Paulo', 'YYYY-MM')`;

type Moved = { month: Month; kind: string; times: number; cents: number };

/** Charges that came in, went back and failed, by month. */
async function listMoney(db: Database, since: Date): Promise<Moved[]> {
  const from = since.toISOString();
  const { rows } = await db.execute<Moved>(sql`
    select ${monthOf(sql`at`)} as month, kind, count(*)::int as times, sum(cents)::float8 as cents
    from (
      select paid_at as at, 'received' as kind, amount_cents as cents from payments where paid_at >= ${from}
      union all
      select refunded_at, 'refunded', refunded_cents from payments where refunded_at >= ${from} and refunded_cents > 0
      union all
      select failed_at, 'failed', amount_cents from payments where failed_at >= ${from}
    ) moved
    group by 1, 2`);
  return rows;
}

type Moves = { month: Month; started: number; lost: number };

/**
 * People who came and who left, by month: each person's subscriptions, laid over each other, make stretches of time;
 * who changes from one to the next without a gap neither comes nor leaves.
 */
async function listPeople(db: Database, since: Date): Promise<Moves[]> {
  const from = since.toISOString();
  const { rows } = await db.execute<Moves>(sql`
    with held as (
      select id, coalesce(user_id, customer_id) as person, started_at, coalesce(ended_at, 'infinity') as ended_at
      from provider_subscriptions
      where started_at is not null and plan_type is not null
    ), marked as (
      select *, coalesce(started_at > max(ended_at) over (
        partition by person order by started_at, id rows between unbounded preceding and 1 preceding), true) as opens
      from held
    ), numbered as (
      select *, count(*) filter (where opens) over (partition by person order by started_at, id) as stretch from marked
    ), stretches as (
      select min(started_at) as came, max(ended_at) as went from numbered group by person, stretch
    )
    select ${monthOf(sql`at`)} as month,
      count(*) filter (where kind = 'came')::int as started,
      count(*) filter (where kind = 'went')::int as lost
    from (
      select came as at, 'came' as kind from stretches where came >= ${from}
      union all
      select went, 'went' from stretches where went >= ${from} and went < 'infinity'
    ) moves
    group by 1`);
  return rows;
}

/** People, each once, and what they bring in a month, by plan; plan null: the whole month. */
type Held = { month: Month; planType: string | null; people: number; mrrCents: number };

/** An average month, in seconds. */
const monthSeconds = (365.25 / 12) * 24 * 3600;
/** What a plan is sold for today, of charges whose own price is not known. */
const priceToday = sql`case p.plan_type ${sql.join(
  plans.map(({ id, priceCents }) => sql`when ${id} then ${priceCents}::int`),
  sql` `,
)} end`;

/**
 * What was in force at the last instant of each month, and is in force now in the running one, at the price that its
 * charge had: its period's price by the months of the period, whatever credit or later price list there is.
 */
async function listHeld(db: Database, months: Month[], now: Date): Promise<Held[]> {
  const instants = months.map((month) => {
    const last = startOfNextMonth(startOfMonth(month)).getTime() - 1;
    return { month, at: new Date(Math.min(last, now.getTime())).toISOString() };
  });
  const { rows } = await db.execute<Held>(sql`
    with instants as (
      select * from json_to_recordset(${JSON.stringify(instants)}::json) as given(month text, at timestamptz)
    ), held as (
      select distinct on (i.month, p.provider_subscription_id)
        i.month, p.plan_type, coalesce(p.user_id, p.customer_id) as person,
        coalesce(p.price_cents, nullif(p.amount_cents, 0), ${priceToday}, 0)
          / greatest(1, round(extract(epoch from p.period_end - p.period_start) / ${monthSeconds}::float8)) as cents
      from instants i
      join payments p on p.paid_at <= i.at and p.period_start <= i.at and p.period_end > i.at
        and p.plan_type is not null and p.provider_subscription_id is not null
        and (p.refunded_cents < p.amount_cents or p.refunded_at > i.at or p.amount_cents = 0)
      left join provider_subscriptions s on s.id = p.provider_subscription_id
      where s.ended_at is null or s.ended_at > i.at
      order by i.month, p.provider_subscription_id, p.paid_at desc, p.id desc
    )
    select month, plan_type as "planType", count(distinct person)::int as people, sum(cents)::float8 as "mrrCents"
    from held
    group by grouping sets ((month, plan_type), (month))`);
  return rows;
}

/** People with a plan given by hand that is in force. */
async function countGranted(db: Database, now: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.source, 'grant'),
        eq(subscriptions.status, 'active'),
        inArray(subscriptions.planType, ['monthly', 'semester', 'annual', 'lifetime']),
        or(isNull(subscriptions.expiresAt), gt(subscriptions.expiresAt, now)),
      ),
    );
  return row?.n ?? 0;
}
