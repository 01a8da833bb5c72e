import { sql } from 'drizzle-orm';
import { type DrizzleTransactionLike, fromDrizzle } from 'pg-boss';

/**
 * Replaces the payloads of waiting jobs with the same keys, in one statement, and locks them until the transaction
 * ends. @param isNow lets those begin that wait for a time @returns the keys that had a waiting job
 */
export async function joinWaiting(
  name: string,
  orders: { singletonKey: string; data: object }[],
  { isNow, on }: { isNow: boolean; on: DrizzleTransactionLike },
): Promise<Set<string>> {
  if (orders.length === 0) return new Set();
  const statement = `
    with target as (
      select job.id, given.data
      from json_to_recordset($2::json) as given("singletonKey" text, data jsonb)
      join pgboss.job on job.name = $1 and job.singleton_key = given."singletonKey" and job.state < 'active'
      order by given."singletonKey" for update of job
    )
    update pgboss.job set data = target.data,
      start_after = case when $3 then least(start_after, now()) else start_after end
    from target
    where job.name = $1 and job.id = target.id and job.state < 'active'
    returning job.singleton_key as key`;
  const payloads = orders.map(({ singletonKey, data }) => ({ singletonKey, data }));
  const { rows } = await fromDrizzle(on, sql).executeSql(statement, [name, JSON.stringify(payloads), isNow]);
  return new Set((rows as { key: string }[]).map(({ key }) => key));
}
