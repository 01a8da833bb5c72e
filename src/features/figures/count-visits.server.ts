import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'drizzle-orm';
import { isbot } from 'isbot';
import type { Database } from '#db/open.server.ts';
import { dailyFigures } from '#db/schema/downloads.ts';
import { dayOf, isoDay } from '#platform/calendar.ts';
import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/log.server.ts';

/** Milliseconds between two writes: a row per visit would make the landing page as slow as the database. */
const pause = 1_000;

/**
 * Whether a call of the landing page is a visit: a person's browser opens it. Programs that say what they are,
 * and pages fetched ahead of a click, are none.
 */
export function isVisit(headers: IncomingHttpHeaders): boolean {
  const agent = headers['user-agent'];
  if (!agent || isbot(agent)) return false;
  if (headers['sec-purpose'] || headers.purpose === 'prefetch') return false;
  return (headers['sec-fetch-dest'] ?? 'document') === 'document';
}

/**
 * Counts visits of the day in São Paulo, and keeps nothing else of them: no address, no cookie, no page before. A
 * process that is killed loses those of one second. @returns how to count one
 */
export function openVisits({ db, clock, log }: { db: Database; clock: Clock; log: Pick<Logger, 'warn'> }) {
  const counted = new Map<string, number>();
  let isWaiting = false;

  async function write(): Promise<void> {
    isWaiting = false;
    const due = Array.from(counted);
    counted.clear();
    for (const [day, visits] of due) {
      try {
        await db
          .insert(dailyFigures)
          .values({ day, visits })
          .onConflictDoUpdate({
            target: dailyFigures.day,
            set: { visits: sql`${dailyFigures.visits} + ${visits}` },
          });
      } catch (error) {
        // Written with the next visit.
        counted.set(day, (counted.get(day) ?? 0) + visits);
        log.warn({ err: error }, 'visitas não gravadas');
      }
    }
  }

  return {
    count: () => {
      const day = isoDay(dayOf(clock.now()));
      counted.set(day, (counted.get(day) ?? 0) + 1);
      if (isWaiting) return;
      isWaiting = true;
      setTimeout(() => void write(), pause).unref();
    },
  };
}
