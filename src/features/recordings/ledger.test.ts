import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { creditEntries, userCredits } from '#db/schema/credits.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import { bringCredits } from '#features/credits/bring-credits.server.ts';
import { grantByAdmin } from '#features/credits/move-credits.server.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import { openJobs } from '#platform/jobs/pg-boss.server.ts';
import { anAdmin, aPackage, aSubscriber } from '#tests/builders.ts';
import { testDatabase } from '#tests/database.ts';
import { moveRequest } from './move-request.server.ts';
import { createRequestSchema } from './order.ts';
import { createRecordingRequest } from './request-recording.server.ts';

const { db, bus, connectionString, log } = await testDatabase();
const jobs = await openJobs({ connectionString, db, log });
afterAll(() => jobs.stop());
const admin = await anAdmin(db);
const jingles = await aPackage(db, { kind: 'pacotes-vinhetas' });
const open = { planType: 'annual', status: 'active', expiresAt: null } as const;
const subscription = { ...open, cancelAtPeriodEnd: false, paymentPending: false, lastPaymentAt: null };

type Step = { kind: 'request' } | { kind: 'cancel'; which: number } | { kind: 'read' } | Grant;
interface Grant {
  kind: 'grant';
  amount: number;
  /** Days until it expires; null: never. */
  days: number | null;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'request' as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat({ max: 9 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'read' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('grant' as const),
      amount: fc.integer({ min: 1, max: 60 }),
      days: fc.constantFrom(null, 1, 5, 40),
    }),
  },
);
/** Concurrent actions, and the days before the next round. */
const rounds = fc.array(
  fc.record({ steps: fc.array(step, { minLength: 2, maxLength: 8 }), days: fc.constantFrom(0, 0, 1, 6, 25) }),
  { minLength: 1, maxLength: 5 },
);

let serial = 0;
async function take(user: Subscriber, now: Date, what: Step): Promise<void> {
  const deps = { db, bus, jobs, clock: { now: () => now } };
  if (what.kind === 'read') {
    await bringCredits({ ...deps, settings: { MONTHLY_CREDITS: 100 } }, { user, subscription });
  } else if (what.kind === 'grant') {
    const until = what.days === null ? null : new Date(now.getTime() + what.days * 86_400_000);
    const { userId } = user;
    await grantByAdmin(deps, admin, { userId, amount: what.amount, reason: 'presente', until });
  } else if (what.kind === 'cancel') {
    const mine = await db.select().from(recordingRequests).where(eq(recordingRequests.userId, user.userId));
    const request = mine.toSorted((a, b) => (a.id < b.id ? -1 : 1))[what.which];
    if (request) await moveRequest(deps, admin, request.id, 'canceled');
  } else {
    const input = createRequestSchema.parse({
      packageId: jingles.id,
      radioName: 'Rádio',
      whatsapp: '11999990000',
    });
    await createRecordingRequest(deps, user, input, `chave-${serial++}`);
  }
}

/** The balance of each lot, by its own column and by its ledger entries. */
async function booksOf(userId: string) {
  const lots = await db.select().from(userCredits).where(eq(userCredits.userId, userId));
  const entries = await db.select().from(creditEntries).where(eq(creditEntries.userId, userId));
  return lots.map((lot) => ({
    balance: lot.creditsBalance,
    ledger: entries.filter((each) => each.creditId === lot.id).reduce((sum, each) => sum + each.amount, 0),
  }));
}

it('CRE-07, CRE-09: any interleaving of grants, requests, refunds and expiries adds up and is never below zero', async () => {
  let requests = 0;
  await fc.assert(
    fc.asyncProperty(rounds, async (given) => {
      const user = await aSubscriber(db);
      let now = new Date('2026-06-20T12:00:00Z');
      // Something to cancel from the first round on, while others spend from the same lots.
      for (const each of ['read', 'request', 'request'] as const) await take(user, now, { kind: each });
      for (const { steps, days } of given) {
        await Promise.all(steps.map((each) => take(user, now, each)));
        for (const { balance, ledger } of await booksOf(user.userId)) {
          expect(ledger).toBe(balance);
          expect(balance).toBeGreaterThanOrEqual(0);
        }
        now = new Date(now.getTime() + days * 86_400_000);
      }
      const mine = await db.select().from(recordingRequests).where(eq(recordingRequests.userId, user.userId));
      const entries = await db.select().from(creditEntries).where(eq(creditEntries.userId, user.userId));
      for (const request of mine) {
        const sum = entries
          .filter((each) => each.requestId === request.id)
          .reduce((total, each) => total + each.amount, 0);
        expect(sum).toBe(request.status === 'canceled' ? 0 : -25);
      }
      requests += mine.length;
    }),
    { numRuns: 40 },
  );
  expect(requests).toBeGreaterThan(20);
});
