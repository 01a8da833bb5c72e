import { Client, type QueryConfig, type QueryResult } from 'pg';

type Ask = (query: QueryConfig | string, values?: unknown[]) => unknown;

/**
 * The largest batch that goes to or comes from the database while `work` runs: rows of an answer, parameters of a
 * statement, elements of an array parameter. A bound on it shows that memory does not grow with a table.
 */
export async function largestBatch(work: () => Promise<unknown>): Promise<number> {
  const prototype = Client.prototype as unknown as { query: Ask };
  const { query } = prototype;
  let largest = 0;
  let isSeen = false;
  const see = (length = 0) => {
    largest = Math.max(largest, length);
  };
  prototype.query = function seen(this: Client, config, ...rest) {
    isSeen = true;
    const values = [rest[0], (config as QueryConfig).values].find(Array.isArray) ?? [];
    see(values.length);
    for (const value of values) if (Array.isArray(value)) see(value.length);
    // A pool passes a callback.
    const done = rest.findIndex((one) => typeof one === 'function');
    const given = rest as unknown as ((error: unknown, result?: QueryResult) => void)[];
    const callback = given[done];
    if (callback)
      given[done] = (error, result) => {
        see(result?.rows?.length);
        callback(error, result);
      };
    const answer: unknown = query.call(this, config, ...rest);
    if (answer instanceof Promise)
      void answer.then(({ rows }: QueryResult) => see(rows?.length)).catch(() => {});
    return answer;
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  // A site that logs slow statements has wrapped its connections: SLOW_QUERY_MS=0 leaves them as they are.
  if (!isSeen) throw new Error('no statement was seen');
  return largest;
}
