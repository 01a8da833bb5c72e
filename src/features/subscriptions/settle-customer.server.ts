import { and, eq } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { paymentCustomers, subscriptions } from '#db/schema/subscriptions.ts';
import { toPlanType } from '#features/plans/plans.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { PriceSettings } from '#platform/env.server.ts';
import { newId } from '#platform/ids.ts';
import { endsCharging } from './access.ts';
import type { CustomerState, PaymentChange, PaymentGateway } from './model.ts';
import { tellAdministrators } from './notify-payments.server.ts';
import { failEvents, listUnsettledEvents, markEvents, nameEvent } from './payment-events.server.ts';
import { planOfAnyPrice } from './prices.ts';
import { mirrorPayments } from './save-payments.server.ts';
import { type CurrentSubscription, isGranted, type Settled, settle, toCancel } from './settlement.ts';

interface SettlementChange {
  userId: string;
  /** The user's row before and after; equal when unchanged. */
  before: CurrentSubscription | null;
  after: CurrentSubscription | null;
  payments: PaymentChange[];
  now: Date;
}

/** Called in each settlement's transaction (credits, mails). Must be safe to repeat and must not use the network. */
export type SettlementListener = (tx: Executor, change: SettlementChange) => Promise<void>;

/** The App, plus the listeners that server/worker.ts adds. */
export interface SettlementDeps {
  db: Database;
  payments: PaymentGateway;
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
  settings: PriceSettings;
  onSettled?: SettlementListener[];
}

type Customer = typeof paymentCustomers.$inferSelect;

/**
 * Settles a customer: fetches the provider's snapshot outside any transaction, then saves it in one short transaction.
 * Safe to repeat and to run in parallel: a snapshot fetched before another settlement was saved is discarded and
 * fetched again, so the newest wins (PAY-06). Cancels revoked subscriptions that would still be charged (PAY-09).
 * @throws GatewayError when the provider cannot be reached; the events stay unsettled for the next try
 */
export async function settleCustomer(deps: SettlementDeps, customerId: string): Promise<void> {
  const { db, payments } = deps;
  for (let tries = 0; tries < 10; tries++) {
    const [customer] = await db
      .select()
      .from(paymentCustomers)
      .where(eq(paymentCustomers.customerId, customerId));
    const eventIds = await listUnsettledEvents(db, customerId);
    if (!customer) return markEvents(db, eventIds, 'ignored', deps.clock.now());
    try {
      let state = await payments.fetchCustomer(customerId);
      const current = await findCurrent(db, customer.userId);
      const doomed = toCancel(state, current);
      for (const id of doomed) await payments.cancelNow(id);
      if (isGranted(current, deps.clock.now())) await closePages(payments, customerId);
      // The snapshot is stale after a cancellation.
      if (doomed.length > 0) state = await payments.fetchCustomer(customerId);
      if (await save(deps, customer, state, eventIds)) return;
    } catch (error) {
      await failEvents(db, eventIds, error);
      throw error;
    }
  }
  throw new Error(`customer ${customerId} changes faster than it can be settled`);
}

/** With a granted plan no checkout page stays open, on which another could be bought. */
async function closePages(payments: PaymentGateway, customerId: string): Promise<void> {
  for (const { id } of await payments.listOpenCheckouts(customerId)) await payments.closeCheckout(id);
}

/** Resolves an event's customer; null for a stranger's. Safe to repeat. @throws GatewayError when unreachable */
export async function nameCustomer(
  deps: Pick<SettlementDeps, 'db' | 'payments'>,
  eventId: string,
  paymentId: string,
): Promise<string | null> {
  const customerId = await deps.payments.findCustomerOfPayment(paymentId);
  await nameEvent(deps.db, eventId, customerId);
  return customerId;
}

/** Saves a snapshot unless another was saved since it was fetched; false: fetch again. */
async function save(
  deps: SettlementDeps,
  customer: Customer,
  state: CustomerState,
  eventIds: string[],
): Promise<boolean> {
  const now = deps.clock.now();
  const outcome = await deps.db.transaction(async (tx) => {
    const claimed = await tx
      .update(paymentCustomers)
      .set({ version: customer.version + 1, settledAt: now })
      .where(
        and(
          eq(paymentCustomers.customerId, customer.customerId),
          eq(paymentCustomers.version, customer.version),
        ),
      )
      .returning({ userId: paymentCustomers.userId });
    if (claimed.length === 0) return 'outdated';
    const current = await findCurrent(tx, customer.userId, true);
    const planOf = (priceId: string) => planOfAnyPrice(deps.settings, priceId)?.id ?? null;
    const settled = settle(state, current, planOf, now);
    const changed = settled !== null && !isSame(current, settled);
    if (changed) await write(tx, customer.userId, settled, now);
    const changes = await mirrorPayments(tx, state, { userId: customer.userId, planOf, now });
    await tellAdministrators(tx, {
      userId: customer.userId,
      before: current,
      isGiven:
        current !== null && isGranted(current, now) && endsCharging(current.planType, current.expiresAt),
      settled,
      state,
      changes,
      planOf,
      now,
    });
    const after = changed ? { revokedAt: null, ...current, ...settled } : current;
    for (const listener of deps.onSettled ?? []) {
      await listener(tx, { userId: customer.userId, before: current, after, payments: changes, now });
    }
    await markEvents(tx, eventIds, 'settled', now);
    if (changed) return 'changed';
    return changes.length > 0 ? 'told' : 'same';
  });
  if (outcome === 'changed') await deps.bus.publish('viewer', customer.userId);
  if (outcome === 'changed' || outcome === 'told') await deps.bus.publish('notifications');
  return outcome !== 'outdated';
}

type Current = CurrentSubscription & { cancelAtPeriodEnd: boolean; paymentPending: boolean };

async function findCurrent(db: Executor, userId: string, lock = false): Promise<Current | null> {
  const query = db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  const [row] = await (lock ? query.for('update') : query);
  return row ? { ...row, planType: toPlanType(row.planType) } : null;
}

const isSame = (current: Current | null, settled: Settled): boolean =>
  current !== null &&
  (Object.keys(settled) as (keyof Settled)[]).every(
    (field) => String(current[field]?.valueOf()) === String(settled[field]?.valueOf()),
  );

async function write(tx: Executor, userId: string, settled: Settled, now: Date): Promise<void> {
  const values = { ...settled, reason: null, updatedAt: now };
  await tx
    .insert(subscriptions)
    .values({ id: newId(now.getTime()), userId, createdAt: now, ...values })
    .onConflictDoUpdate({ target: subscriptions.userId, set: values });
}
