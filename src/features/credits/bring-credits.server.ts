import { hasOpenPlan } from '#features/subscriptions/model.ts';
import type { SettlementListener } from '#features/subscriptions/settle-customer.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import { memoriesOf } from '#platform/memory.ts';
import type { Credits } from './model.ts';
import { allocateMonthly } from './move-credits.server.ts';
import { type CreditsDeps, countCredits, type Holder } from './queries.server.ts';

/**
 * Allocates this month's credits if due, then returns the balance (CRE-12, CRE-13). Safe to repeat and in parallel.
 */
export async function bringCredits(deps: CreditsDeps, holder: Holder): Promise<Credits> {
  let { isDue, ...credits } = await countCredits(deps, holder);
  if (isDue) {
    await allocateMonthly(deps.db, holder.user.userId, deps.settings.MONTHLY_CREDITS, deps.clock.now());
    ({ isDue, ...credits } = await countCredits(deps, holder));
  }
  return credits;
}

const memoryOf = memoriesOf('viewer', { lifetime: 10_000, limit: 20_000, byKey: true });

/** The same for the number in the bar of every page: cached for at most ten seconds, invalidated by the bus. */
export const bringRememberedCredits = (deps: CreditsDeps & { bus: Bus }, holder: Holder): Promise<Credits> =>
  memoryOf(deps.bus).get(holder.user.userId, () => bringCredits(deps, holder));

/** Allocates the month's credits with a payment: a listener of settlements (CRE-12, CRE-13). Safe to repeat. */
export const creditsOnSettled =
  (settings: { MONTHLY_CREDITS: number }): SettlementListener =>
  async (tx, { userId, after, now }) => {
    const subscription = after && { ...after, expiresAt: after.expiresAt?.toISOString() ?? null };
    if (!hasOpenPlan(subscription, now)) return;
    await allocateMonthly(tx, userId, settings.MONTHLY_CREDITS, now);
  };
