import { sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import { type JobHandler, regularly } from '#platform/jobs/jobs.server.ts';
import { forgetOldMisses } from './upkeep/note-miss.server.ts';

interface SearchDeps {
  db: Database;
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
}

/**
 * Every minute: counts new and lost words into the vocabulary. Until then a new word is found, but weighed as rare.
 * Every night: forgets old terms that found nothing.
 */
export const searchJobs = (deps: SearchDeps): JobHandler<never>[] => [
  regularly({ name: 'count-search-words', timeoutSeconds: 300, cron: '* * * * *' }, () =>
    countSearchWords(deps),
  ),
  regularly({ name: 'tidy-search-misses', timeoutSeconds: 300, cron: '40 3 * * *' }, async () => {
    await forgetOldMisses(deps.db, deps.clock.now());
  }),
];

/** Counts the words that changed, if any, and drops what is cached of terms that were read without them. */
export async function countSearchWords({ db, bus }: Pick<SearchDeps, 'db' | 'bus'>): Promise<void> {
  const { rows } = await db.execute(
    sql`select count_search_words() where exists (select from search_word_changes)`,
  );
  if (rows.length > 0) await bus.publish('catalog');
}
