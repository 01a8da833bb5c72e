import { eq } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { subscriptionLetters } from '#db/schema/subscriptions.ts';
import type { Clock } from '#platform/clock.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { letterJob } from './letter-job.ts';
import { findSettled, listByEnd } from './letter-queries.server.ts';
import {
  daysAhead,
  endedLetter,
  endingLetter,
  type Letter,
  missedLetters,
  newsDays,
  settlementLetters,
} from './letters.ts';
import type { SettlementListener } from './settle-customer.server.ts';

/** Queues a mail in the fact's transaction; a key is sent once, also concurrently. Safe to repeat. */
async function post(tx: Executor, jobs: Jobs, userId: string, letter: Letter, now: Date): Promise<void> {
  const isNew = await tx
    .insert(subscriptionLetters)
    .values({ key: letter.key, userId, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: subscriptionLetters.key });
  if (isNew.length > 0) await jobs.send(letterJob, { userId, ...letter }, { tx });
}

/** Mails the subscriber about a settlement: a listener, in its transaction. Each fact once. */
export const lettersOnSettled =
  (jobs: Jobs): SettlementListener =>
  async (tx, { userId, before, after, payments, now }) => {
    const known = after?.source === 'provider' ? await findSettled(tx, userId) : null;
    const letters = [
      ...missedLetters(after, payments, now),
      ...(known ? settlementLetters({ before, ...known, payments }, now) : []),
    ];
    for (const letter of letters) await post(tx, jobs, userId, letter, now);
  };

/** Mails about ends within three days and past ends, each once. Safe to repeat. */
export async function tellOfEnds(deps: { db: Database; jobs: Jobs; clock: Clock }): Promise<void> {
  const now = deps.clock.now();
  const inDays = (days: number) => new Date(now.getTime() + days * 24 * 3600 * 1000);
  for await (const batch of listByEnd(deps.db, inDays(-newsDays), inDays(daysAhead)))
    for (const row of batch) {
      const letter = endingLetter(row, now) ?? (row.isRefunded ? null : endedLetter(row, now));
      if (letter) await deps.db.transaction((tx) => post(tx, deps.jobs, row.userId, letter, now));
    }
}

/** Records that the mail server accepted a mail. Safe to repeat. */
export async function markSent(db: Database, key: string, now: Date): Promise<void> {
  await db.update(subscriptionLetters).set({ sentAt: now }).where(eq(subscriptionLetters.key, key));
}
