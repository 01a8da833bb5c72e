import { sql } from 'drizzle-orm';
import { type DrizzleTransactionLike, fromDrizzle } from 'pg-boss';
import type { JobCount, WaitingJob } from './jobs.server.ts';

/** Counts jobs by kind and state; finished ones, which are most, are left out. Waiting are those that may run. */
export async function countJobs(db: DrizzleTransactionLike): Promise<JobCount[]> {
  const statement = `
    select name, case state when 'active' then 'running' when 'failed' then 'failed' else 'waiting' end as state,
      count(*)::int as count,
      extract(epoch from now() - min(coalesce(started_on, start_after)))::float8 as "oldestSeconds"
    from pgboss.job
    where state in ('created', 'retry', 'active', 'failed') and start_after <= now()
    group by 1, 2`;
  const { rows } = await fromDrizzle(db, sql).executeSql(statement, []);
  return rows as JobCount[];
}

/** Counts the jobs of a kind that are to run or running, and whose payload holds these values. */
export async function countWaiting(
  db: DrizzleTransactionLike,
  kinds: readonly WaitingJob[],
): Promise<number> {
  const statement = `
    select count(distinct job.id)::int as count
    from pgboss.job join json_to_recordset($1::json) as given(name text, holding jsonb)
      on job.name = given.name and job.data @> given.holding
    where job.state in ('created', 'retry', 'active')`;
  const { rows } = await fromDrizzle(db, sql).executeSql(statement, [JSON.stringify(kinds)]);
  return (rows as { count: number }[])[0]?.count ?? 0;
}
