import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database, Executor } from '#db/open.server.ts';
import { users } from '#db/schema/accounts.ts';
import { creditEntries, userCredits } from '#db/schema/credits.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import { monthOf, startOfNextMonth } from '#platform/calendar.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import type { GrantRefusal, grantCreditsSchema } from './grant.ts';

/**
 * Allocates a user's monthly credits. Once per user and calendar month in São Paulo: a unique key decides between
 * concurrent calls. The caller checks that the plan gives credits. They expire at the end of the month.
 */
export async function allocateMonthly(
  db: Executor,
  userId: string,
  amount: number,
  now: Date,
): Promise<void> {
  if (amount <= 0) return;
  await db.transaction(async (tx) => {
    const [lot] = await tx
      .insert(userCredits)
      .values({
        id: newId(now.getTime()),
        userId,
        kind: 'monthly',
        month: monthOf(now),
        amount,
        creditsBalance: amount,
        allocationDate: now,
        expiresAt: startOfNextMonth(now),
      })
      .onConflictDoNothing()
      .returning({ id: userCredits.id });
    if (lot) await enter(tx, { userId, creditId: lot.id, amount, kind: 'monthly' }, now);
  });
}

/**
 * Spends a user's credits, lots that expire soonest first. Locks the lots within the caller's transaction, so that
 * concurrent spends are serialised. False, without any change, when the balance is too low (CRE-05). Not safe to
 * repeat; the caller needs a key of its own.
 */
export async function spend(
  tx: Executor,
  order: { userId: string; amount: number; requestId: string; reason: string },
  now: Date,
): Promise<boolean> {
  const lots = await tx
    .select({ id: userCredits.id, balance: userCredits.creditsBalance })
    .from(userCredits)
    .where(and(eq(userCredits.userId, order.userId), gt(userCredits.creditsBalance, 0), isUnexpired(now)))
    .orderBy(sql`${userCredits.expiresAt} asc nulls last`, asc(userCredits.id))
    .for('update');
  if (lots.reduce((sum, lot) => sum + lot.balance, 0) < order.amount) return false;
  let owed = order.amount;
  for (const lot of lots) {
    const part = Math.min(owed, lot.balance);
    if (part === 0) break;
    await tx
      .update(userCredits)
      .set({ creditsBalance: sql`${userCredits.creditsBalance} - ${part}` })
      .where(eq(userCredits.id, lot.id));
    await enter(tx, { ...order, creditId: lot.id, amount: -part, kind: 'request' }, now);
    owed -= part;
  }
  return true;
}

/** Milliseconds: credits that expire sooner would be useless to return. */
const useful = 7 * 24 * 3600 * 1000;

/**
 * Returns the credits of a recording request: to their lots while those last another week, else to a new lot without
 * expiry, so that our cancellation never costs a credit. Returns the amount. Safe to repeat: nothing is
 * returned twice.
 */
export async function refund(tx: Executor, requestId: string, reason: string, now: Date): Promise<number> {
  const lotIds = tx
    .select({ id: creditEntries.creditId })
    .from(creditEntries)
    .where(eq(creditEntries.requestId, requestId));
  const lots = await tx
    .select()
    .from(userCredits)
    .where(inArray(userCredits.id, lotIds))
    // Locks in the order of `spend`, so that concurrent calls cannot deadlock.
    .orderBy(sql`${userCredits.expiresAt} asc nulls last`, asc(userCredits.id))
    .for('update');
  const entries = await tx.select().from(creditEntries).where(eq(creditEntries.requestId, requestId));
  if (entries.some((each) => each.kind === 'refund')) return 0;
  const takenFrom = (lotId: string) =>
    -entries.filter((each) => each.creditId === lotId).reduce((sum, each) => sum + each.amount, 0);
  let given = 0;
  const lapsed = { userId: '', amount: 0, until: null };
  for (const lot of lots) {
    const amount = takenFrom(lot.id);
    given += amount;
    if (lot.expiresAt !== null && lot.expiresAt.getTime() - now.getTime() < useful) {
      lapsed.userId = lot.userId;
      lapsed.amount += amount;
      continue;
    }
    await tx
      .update(userCredits)
      .set({ creditsBalance: sql`${userCredits.creditsBalance} + ${amount}` })
      .where(eq(userCredits.id, lot.id));
    await enter(tx, { userId: lot.userId, creditId: lot.id, amount, kind: 'refund', reason, requestId }, now);
  }
  if (lapsed.amount > 0) await addLot(tx, lapsed, 'refund', reason, now, requestId);
  return given;
}

export type GrantOutcome = { ok: true } | { ok: false; reason: GrantRefusal };

/** Grants credits manually, with a reason and an audit row. Not safe to repeat: each call grants again. */
export async function grantByAdmin(
  deps: { db: Database; bus: Pick<Bus, 'publish'>; clock: Clock },
  admin: Admin,
  input: z.infer<typeof grantCreditsSchema>,
): Promise<GrantOutcome> {
  const now = deps.clock.now();
  if (input.until && input.until <= now) return { ok: false, reason: 'already-over' };
  const given = await deps.db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, input.userId))
      .for('key share');
    if (!user) return false;
    await addLot(tx, input, 'grant', input.reason, now);
    const { userId, ...after } = input;
    await recordChange(tx, admin, 'user.credits', userId, { after });
    return true;
  });
  if (!given) return { ok: false, reason: 'unknown-user' };
  await deps.bus.publish('viewer', input.userId);
  return { ok: true };
}

async function addLot(
  tx: Executor,
  lot: { userId: string; amount: number; until: Date | null },
  kind: 'grant' | 'refund',
  reason: string,
  now: Date,
  requestId?: string,
): Promise<void> {
  const id = newId(now.getTime());
  await tx.insert(userCredits).values({
    id,
    userId: lot.userId,
    kind: 'grant',
    amount: lot.amount,
    creditsBalance: lot.amount,
    allocationDate: now,
    expiresAt: lot.until,
  });
  await enter(tx, { userId: lot.userId, creditId: id, amount: lot.amount, kind, reason, requestId }, now);
}

const isUnexpired = (now: Date) => or(isNull(userCredits.expiresAt), gt(userCredits.expiresAt, now));

async function enter(
  tx: Executor,
  entry: Omit<typeof creditEntries.$inferInsert, 'id' | 'createdAt'>,
  now: Date,
): Promise<void> {
  await tx.insert(creditEntries).values({ ...entry, id: newId(now.getTime()), createdAt: now });
}
