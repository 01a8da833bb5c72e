import { sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { type JobHandler, regularly } from '#platform/jobs/jobs.server.ts';

/** Every minute: counts new and lost words into the vocabulary. Until then a new word is found, but weighed as rare. */
export const searchJobs = ({ db }: { db: Database }): JobHandler<never>[] => [
  regularly({ name: 'count-search-words', timeoutSeconds: 300, cron: '* * * * *' }, async () => {
    await db.execute(sql`select count_search_words()`);
  }),
];
