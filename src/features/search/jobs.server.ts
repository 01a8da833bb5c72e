import { sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import { firstOf } from '#platform/elements.ts';
import { type JobHandler, regularly } from '#platform/jobs/jobs.server.ts';
import { forgetOldMisses } from './upkeep/note-miss.server.ts';

interface SearchDeps {
  db: Database;
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
}

/**
 * Every minute: counts new and lost words into the vocabulary. Until then a new word is found, but weighed as rare. After
 * an update that reads words by other rules: makes the documents of older rules anew.
 * Every night: forgets old terms that found nothing.
 */
export const searchJobs = (deps: SearchDeps): JobHandler<never>[] => [
  regularly({ name: 'count-search-words', timeoutSeconds: 300, cron: '* * * * *' }, () =>
    countSearchWords(deps),
  ),
  regularly({ name: 'reread-documents', timeoutSeconds: 3600, cron: '* * * * *' }, (signal) =>
    rereadDocuments(deps, signal),
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

/** Packages whose documents are made anew in one transaction: their rows are locked meanwhile. */
const mostReread = 50;

/** Makes documents that were read by older rules anew, by parts, until none is left. Safe to repeat and to end. */
export async function rereadDocuments(
  { db, bus }: Pick<SearchDeps, 'db' | 'bus'>,
  signal: AbortSignal,
): Promise<void> {
  let reread = 0;
  while (!signal.aborted) {
    const { rows } = await db.execute<{ amount: number }>(
      sql`select reread_documents(${mostReread}) as amount`,
    );
    if (firstOf(rows).amount === 0) break;
    reread += firstOf(rows).amount;
  }
  if (reread > 0) await bus.publish('catalog');
}
