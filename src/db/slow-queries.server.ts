import type { Pool, PoolClient } from 'pg';
import type { Logger } from '#platform/log.server.ts';

/** Characters of a statement in the log. Its values are not there: they may be personal. */
const shown = 400;

type Query = (...args: unknown[]) => unknown;

/** Logs statements that take longer, with their time and without their values. */
export function logSlowQueries(pool: Pool, log: Logger, milliseconds: number): void {
  pool.on('connect', (client) => {
    // cast: the driver's query has a dozen signatures, and all are passed on as they come
    const plain = client.query.bind(client) as unknown as Query;
    const timed: Query = (...args) => {
      const begun = performance.now();
      const tell = () => {
        const ms = Math.round(performance.now() - begun);
        if (ms >= milliseconds) log.warn({ ms, statement: statementOf(args[0]) }, 'consulta lenta');
      };
      const last = args.at(-1);
      if (typeof last === 'function') {
        const told: Query = (...answer) => {
          tell();
          return (last as Query)(...answer);
        };
        return plain(...args.slice(0, -1), told);
      }
      const result = plain(...args);
      if (result instanceof Promise) result.then(tell, tell);
      return result;
    };
    // cast: the same signatures
    client.query = timed as unknown as PoolClient['query'];
  });
}

function statementOf(asked: unknown): string {
  const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | null)?.text;
  return typeof text === 'string' ? text.replace(/\s+/g, ' ').slice(0, shown) : '';
}
