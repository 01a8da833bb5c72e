import { sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { dailyFigures } from '#db/schema/downloads.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import { dayOf, isoDay } from '#platform/calendar.ts';

/** Counts a track that began to sound; neither the track nor the listener is kept. Not safe to repeat. */
export async function countPlay(db: Database, _listener: Subscriber, now: Date): Promise<void> {
  await db
    .insert(dailyFigures)
    .values({ day: isoDay(dayOf(now)), plays: 1 })
    .onConflictDoUpdate({ target: dailyFigures.day, set: { plays: sql`${dailyFigures.plays} + 1` } });
}
