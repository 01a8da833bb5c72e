import { eq } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { keptFigures } from '#db/schema/subscriptions.ts';
import type { Clock } from '#platform/clock.ts';
import { countRevenue, keptName } from './revenue-queries.server.ts';

/** Milliseconds; figures that are computed faster are not kept, so that they are always of now. */
const fast = 100;

/** Keeps the revenue page's figures when they take long to compute. Safe to repeat; run by cron. */
export async function keepRevenue(
  { db, clock }: { db: Database; clock: Clock },
  isSlow = (milliseconds: number) => milliseconds > fast,
): Promise<void> {
  const begun = performance.now();
  const countedAt = clock.now();
  const figures = await countRevenue(db, countedAt);
  if (!isSlow(performance.now() - begun)) {
    await db.delete(keptFigures).where(eq(keptFigures.name, keptName));
    return;
  }
  const values = { figures, countedAt };
  await db
    .insert(keptFigures)
    .values({ name: keptName, ...values })
    .onConflictDoUpdate({ target: keptFigures.name, set: values });
}
