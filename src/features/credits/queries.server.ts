import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { userCredits } from '#db/schema/credits.ts';
import { isAdmin } from '#features/accounts/roles.ts';
import { hasOpenPlan, type Subscription } from '#features/subscriptions/model.ts';
import { dayOf, monthOf, startOfNextMonth } from '#platform/calendar.ts';
import type { Clock } from '#platform/clock.ts';
import type { Credits } from './model.ts';

export interface CreditsDeps {
  db: Database;
  clock: Clock;
  settings: { MONTHLY_CREDITS: number };
}

export interface Holder {
  user: { userId: string; role: string };
  subscription: Subscription | null;
}

/** Credits, and whether this month's lot is due but not allocated yet. */
interface Counted extends Credits {
  isDue: boolean;
}

/** A person's balance of unexpired lots; monthly lots count only with a plan, which the role administrator is not. */
export async function countCredits(deps: CreditsDeps, holder: Holder): Promise<Counted> {
  const now = deps.clock.now();
  const givesCredits = hasOpenPlan(holder.subscription, now);
  const renews = givesCredits && deps.settings.MONTHLY_CREDITS > 0;
  const lots = await listLots(deps.db, holder.user.userId, now);
  const counted = givesCredits ? lots : lots.filter((lot) => lot.kind !== 'monthly');
  const hidden = isAdmin(holder.user) && lots.length === 0;
  return {
    balance: hidden ? null : counted.reduce((sum, lot) => sum + lot.balance, 0),
    renewsAt: renews ? dayAndMonth(startOfNextMonth(now)) : null,
    isDue: renews && !lots.some((lot) => lot.month === monthOf(now)),
  };
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
