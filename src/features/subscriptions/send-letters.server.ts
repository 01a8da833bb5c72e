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

/**
 * Asks for a letter to be sent, as part of the caller's transaction: no fact without its letter, no letter without
 * its fact. Safe to repeat: a key is told once, whatever runs in parallel.
 */
async function post(tx: Executor, jobs: Jobs, userId: string, letter: Letter, now: Date): Promise<void> {
  const isNew = await tx
    .insert(subscriptionLetters)
    .values({ key: letter.key, userId, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: subscriptionLetters.key });
  if (isNew.length > 0) await jobs.send(letterJob, { userId, ...letter }, { tx });
}

/**
 * Tells the subscriber what a settlement means for him: welcome with a receipt, payment failed, a first one that did
 * not come, ended, refunded. A listener of settlements, in their transaction. Nothing for one that changes nothing, and nothing twice.
 */
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

/** Tells of ends that come within three days and of those that have come, each once. Safe to repeat. */
export async function tellOfEnds(deps: { db: Database; jobs: Jobs; clock: Clock }): Promise<void> {
  const now = deps.clock.now();
  const inDays = (days: number) => new Date(now.getTime() + days * 24 * 3600 * 1000);
  for (const row of await listByEnd(deps.db, inDays(-newsDays), inDays(daysAhead))) {
    const letter = endingLetter(row, now) ?? (row.isRefunded ? null : endedLetter(row, now));
    if (letter) await deps.db.transaction((tx) => post(tx, deps.jobs, row.userId, letter, now));
  }
}

/** Notes that a letter has been taken by the mail server. Safe to repeat. */
export async function markSent(db: Database, key: string, now: Date): Promise<void> {
  await db.update(subscriptionLetters).set({ sentAt: now }).where(eq(subscriptionLetters.key, key));
}
