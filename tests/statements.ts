import type { Pool } from 'pg';
import { vi } from 'vitest';

/** Watches a pool: the most rows that a statement has returned, and the most parameters that one had. */
export function watchStatements(pool: Pool): { rows: number; parameters: number } {
  const most = { rows: 0, parameters: 0 };
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<{ rows: unknown[] }>;
  vi.spyOn(pool, 'query').mockImplementation((async (...given: unknown[]) => {
    const result = await query(...given);
    most.rows = Math.max(most.rows, result.rows.length);
    most.parameters = Math.max(most.parameters, Array.isArray(given[1]) ? given[1].length : 0);
    return result;
  }) as unknown as Pool['query']);
  return most;
}
