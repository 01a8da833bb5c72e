import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { userCredits } from '#db/schema/credits.ts';
import { isEntitled, type Subscription } from '#features/subscriptions/model.ts';
import type { SettlementListener } from '#features/subscriptions/settle-customer.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import { dayOf, monthOf, startOfNextMonth } from '#platform/calendar.ts';
import type { Clock } from '#platform/clock.ts';
import { Memory } from '#platform/memory.ts';
import type { Credits } from './model.ts';
import { allocateMonthly } from './move-credits.server.ts';

/** What reading credits needs; the App has it all. */
export interface CreditsDeps {
  db: Database;
  clock: Clock;
  settings: { MONTHLY_CREDITS: number };
}

interface Holder {
  user: { userId: string; role: string };
  subscription: Subscription | null;
}

/** Whether a subscription gives monthly credits: a paid plan that is open; an administrator's role does not. */
const givesCredits = (holder: Holder, now: Date): boolean => isEntitled('user', holder.subscription, now);

/**
 * Makes sure that this month's credits are there for whom they are due, and for nobody else (CRE-12, CRE-13).
 * Safe to repeat and to run in parallel.
 */
export async function ensureMonthlyCredits(deps: CreditsDeps, holder: Holder): Promise<void> {
  const now = deps.clock.now();
  if (!givesCredits(holder, now)) return;
  await allocateMonthly(deps.db, holder.user.userId, deps.settings.MONTHLY_CREDITS, now);
}

/**
 * Brings the month's credits with the payment that opens the library: a listener of settlements (CRE-12, CRE-13).
 * Safe to repeat.
 */
export const creditsOnSettled =
  (settings: { MONTHLY_CREDITS: number }): SettlementListener =>
  async (tx, { userId, after, now }) => {
    const subscription = after && { ...after, expiresAt: after.expiresAt?.toISOString() ?? null };
    if (!isEntitled('user', subscription, now)) return;
    await allocateMonthly(tx, userId, settings.MONTHLY_CREDITS, now);
  };

/**
 * A person's credits: the sum of the lots that have not lapsed. Whoever reads first in a month brings that
 * month's allocation. Monthly credits belong to the plan: without one only grants count.
 */
export async function getCredits(deps: CreditsDeps, holder: Holder): Promise<Credits> {
  const now = deps.clock.now();
  const due = givesCredits(holder, now) && deps.settings.MONTHLY_CREDITS > 0;
  let lots = await listLots(deps.db, holder.user.userId, now);
  if (due && !lots.some((lot) => lot.month === monthOf(now))) {
    await ensureMonthlyCredits(deps, holder);
    lots = await listLots(deps.db, holder.user.userId, now);
  }
  const counted = givesCredits(holder, now) ? lots : lots.filter((lot) => lot.kind !== 'monthly');
  const balance = counted.reduce((sum, lot) => sum + lot.balance, 0);
  const hidden = holder.user.role === 'admin' && lots.length === 0;
  return { balance: hidden ? null : balance, renewsAt: due ? dayAndMonth(startOfNextMonth(now)) : null };
}

const memories = new WeakMap<Bus, Memory<'viewer'>>();

/**
 * The same for the number in the bar, which every page shows: kept for at most ten seconds, and forgotten when the bus
 * says that something about this person has changed.
 */
export function recallCredits(deps: CreditsDeps & { bus: Bus }, holder: Holder): Promise<Credits> {
  const options = { lifetime: 10_000, limit: 20_000, byKey: true };
  const memory = memories.get(deps.bus) ?? new Memory(deps.bus, 'viewer', options);
  memories.set(deps.bus, memory);
  return memory.get(holder.user.userId, () => getCredits(deps, holder));
}

const listLots = (db: Database, userId: string, now: Date) =>
  db
    .select({ kind: userCredits.kind, month: userCredits.month, balance: userCredits.creditsBalance })
    .from(userCredits)
    .where(
      and(eq(userCredits.userId, userId), or(isNull(userCredits.expiresAt), gt(userCredits.expiresAt, now))),
    );

function dayAndMonth(at: Date): string {
  const { day, month } = dayOf(at);
  return `${String(day).padStart(2, '0')}/${String(month).padStart(2, '0')}`;
}
