import { eq, lt, sql } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import type { Database, Executor } from '#db/open.server.ts';
import { rateLimits } from '#db/schema/accounts.ts';
import type { Clock } from '#platform/clock.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { type Counter, keyOf } from './counter-queries.server.ts';
import { limitMessage } from './limits.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

/** Counts one attempt atomically. @returns seconds until a retry, or null when it is allowed */
export async function spend({ db, clock }: Deps, counter: Counter): Promise<number | null> {
  const now = clock.now().getTime();
  const { max, windowSeconds } = counter.limit;
  const isOver = sql`${rateLimits.lastRequest} <= ${now - windowSeconds * 1000}`;
  const [row] = await db
    .insert(rateLimits)
    .values({ id: newId(), key: keyOf(counter), count: 1, lastRequest: now })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else least(${rateLimits.count} + 1, ${max + 1}::int) end`,
        lastRequest: sql`case when ${isOver} then ${now}::bigint else ${rateLimits.lastRequest} end`,
      },
    })
    .returning({ count: rateLimits.count, since: rateLimits.lastRequest });
  if (!row || row.count <= max) return null;
  return Math.max(1, Math.ceil((row.since + windowSeconds * 1000 - now) / 1000));
}

/** Counts one attempt on each. @throws AppError `rate-limited` with a Portuguese message at the first exhausted one */
export async function spendAll(deps: Deps, counters: Counter[]): Promise<void> {
  for (const counter of counters) {
    const seconds = await spend(deps, counter);
    if (seconds !== null) throw new AppError('rate-limited', limitMessage(seconds), { retryAfter: seconds });
  }
}

/** Refunds an attempt that turned out not to be a failure. */
export async function giveBack({ db }: Deps, counters: Counter[]): Promise<void> {
  for (const counter of counters) {
    await db
      .update(rateLimits)
      .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
      .where(eq(rateLimits.key, keyOf(counter)));
  }
}

/** Starts counters anew. Safe to repeat. */
export async function clearCounters(db: Executor, counters: readonly Counter[]): Promise<void> {
  await db.delete(rateLimits).where(among(rateLimits.key, counters.map(keyOf)));
}

/** Deletes counters unused for a day. Safe to repeat. */
export async function forgetOldCounters({ db, clock }: Deps): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.lastRequest, clock.now().getTime() - 86_400_000));
}
