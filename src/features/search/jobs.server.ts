import { sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import type { Clock } from '#platform/clock.ts';
import { type JobHandler, regularly } from '#platform/jobs/jobs.server.ts';
import { forgetOldMisses } from './upkeep/note-miss.server.ts';

/**
 * Every minute: counts new and lost words into the vocabulary. Until then a new word is found, but weighed as rare.
 * Every night: forgets old terms that found nothing.
 */
export const searchJobs = ({ db, clock }: { db: Database; clock: Clock }): JobHandler<never>[] => [
  regularly({ name: 'count-search-words', timeoutSeconds: 300, cron: '* * * * *' }, async () => {
    await db.execute(sql`select count_search_words()`);
  }),
  regularly({ name: 'tidy-search-misses', timeoutSeconds: 300, cron: '40 3 * * *' }, async () => {
    await forgetOldMisses(db, clock.now());
  }),
];
