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
import { keepBooks } from './save-payments.server.ts';
import { type CurrentSubscription, isGranted, type Settled, settle, toCancel } from './settlement.ts';

/** What a settlement has changed, or found as it was. */
interface SettlementChange {
  userId: string;
  /** The user's one row before and after; the same when nothing has changed. */
  before: CurrentSubscription | null;
  after: CurrentSubscription | null;
  /** Charges that are new to us or whose fate has changed. */
  payments: PaymentChange[];
  now: Date;
}

/**
 * Called in the transaction of every settlement, for what has to follow it exactly (credits, letters). It must be safe
 * to repeat and must not wait for a network.
 */
export type SettlementListener = (tx: Executor, change: SettlementChange) => Promise<void>;

/** What settling needs; the App has it all but the listeners, which server/worker.ts adds. */
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
 * Brings our row of a customer to the provider's truth: fetches it outside any transaction, then saves in one
 * short one. Safe to repeat and to run in parallel: a truth fetched before another settlement was saved is
 * thrown away and fetched anew, so the newest always stands (PAY-06). Subscriptions that were revoked here but
 * would still be charged are ended at the provider (PAY-09).
 * @throws GatewayError when the provider cannot be asked; the events then stay unsettled for the next try.
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
      // What was ended is no longer as it was told.
      if (doomed.length > 0) state = await payments.fetchCustomer(customerId);
      if (await save(deps, customer, state, eventIds)) return;
    } catch (error) {
      await failEvents(db, eventIds, error);
      throw error;
    }
  }
  throw new Error(`customer ${customerId} changes faster than it can be settled`);
}

/** Whoever is given a plan by hand has no page left on which to buy another one beside it. */
async function closePages(payments: PaymentGateway, customerId: string): Promise<void> {
  for (const { id } of await payments.listOpenCheckouts(customerId)) await payments.closeCheckout(id);
}

/**
 * Asks the provider whose payment an event is about that names no customer, and notes it; null for a stranger's.
 * Safe to repeat.
 * @throws GatewayError when the provider cannot be asked.
 */
export async function nameCustomer(
  deps: Pick<SettlementDeps, 'db' | 'payments'>,
  eventId: string,
  paymentId: string,
): Promise<string | null> {
  const customerId = await deps.payments.findCustomerOfPayment(paymentId);
  await nameEvent(deps.db, eventId, customerId);
  return customerId;
}

/** Saves a truth unless another was saved since it was asked for; false: ask again. */
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
    const changes = await keepBooks(tx, state, { userId: customer.userId, planOf, now });
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
  return row
    ? { ...row, planType: toPlanType(row.planType), status: row.status === 'active' ? 'active' : 'inactive' }
    : null;
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
