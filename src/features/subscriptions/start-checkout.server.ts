import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { idempotentAnswers, paymentCustomers } from '#db/schema/subscriptions.ts';
import { spendAll } from '#features/accounts/limits/spend-attempts.server.ts';
import type { User } from '#features/accounts/model.ts';
import type { Clock } from '#platform/clock.ts';
import type { PriceSettings } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { forPerson, PaymentError } from './faults.ts';
import { type CheckoutAnswer, type CustomerState, hasOpenPlan, type PaymentGateway } from './model.ts';
import { openPage } from './open-payment-page.server.ts';
import { planOfAnyPrice, planOfPrice, pricesOf } from './prices.ts';
import { endHistory } from './save-payments.server.ts';
import { isLive, neverBegun } from './settlement.ts';
import { enqueueSettlement } from './settlement-jobs.server.ts';
import { findCustomer, findSubscription } from './subscription-queries.server.ts';

export interface CheckoutDeps {
  db: Database;
  jobs: Jobs;
  payments: PaymentGateway;
  clock: Clock;
  settings: PriceSettings & { PUBLIC_URL: string };
}

/**
 * Opens a checkout page for a price. With a running subscription, here or at the provider, returns the portal instead,
 * so that nobody buys twice (PAY-07, A-42). A pending boleto or Pix leads to its payment page; an expired one is ended
 * before another is sold. Safe to repeat: the page is the same while it is payable. An Idempotency-Key binds the
 * caller to one price for a day. @throws AppError `invalid` for a price that is not on sale (PAY-01), `conflict` for a
 * key used with another price, `rate-limited` after too many keys, and as `forPerson` when the provider fails
 */
export async function startCheckout(
  deps: CheckoutDeps,
  user: User,
  priceId: string,
  idempotencyKey?: string,
): Promise<CheckoutAnswer> {
  if (!planOfPrice(pricesOf(deps.settings), priceId)) throw new AppError('invalid', 'Plano desconhecido.');
  if (idempotencyKey) {
    await spendAll(deps, [{ limit: keysAnHour, subject: user.userId }]);
    await holdToPrice(deps, user, idempotencyKey, priceId);
  }
  return forPerson(() => openCheckout(deps, user, priceId));
}

/** Calls with a key of an account in an hour: each new key is a row for a day. */
const keysAnHour = { name: 'checkout-key', max: 60, windowSeconds: 3600 };

/** Saves the price of a key's first use. The page is not saved, because it expires. */
async function holdToPrice(
  { db, clock }: CheckoutDeps,
  { userId }: User,
  idempotencyKey: string,
  priceId: string,
): Promise<void> {
  const key = `create-checkout:${userId}:${idempotencyKey}`;
  const body = { priceId };
  await db
    .insert(idempotentAnswers)
    .values({ key, userId, status: 200, body, createdAt: clock.now() })
    .onConflictDoNothing();
  const [kept] = await db
    .select({ body: idempotentAnswers.body })
    .from(idempotentAnswers)
    .where(eq(idempotentAnswers.key, key));
  if ((kept?.body as typeof body | undefined)?.priceId === priceId) return;
  throw new AppError('conflict', 'Esta Idempotency-Key já foi usada para outro plano.');
}

/** Deletes keys older than a day. Safe to repeat. */
export async function forgetOldAnswers(db: Database, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * 3600 * 1000);
  await db.delete(idempotentAnswers).where(lt(idempotentAnswers.createdAt, dayAgo));
}

async function openCheckout(deps: CheckoutDeps, user: User, priceId: string): Promise<CheckoutAnswer> {
  const subscription = await findSubscription(deps.db, user.userId);
  if (hasOpenPlan(subscription, deps.clock.now())) return openPortal(deps, user);
  let customerId = await ensureCustomer(deps, user);
  const state = await endUnbegun(deps, await deps.payments.fetchCustomer(customerId));
  if (state.isDeleted) customerId = await replaceCustomer(deps, user, customerId);
  else if (holdsOne(state)) return manage(deps, user, state);
  const order = {
    customerId,
    priceId,
    successUrl: `${deps.settings.PUBLIC_URL}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${deps.settings.PUBLIC_URL}/payment/canceled`,
  };
  const fetchState = () => deps.payments.fetchCustomer(customerId);
  const page = await openPage(deps, order, async () => holdsOne(await fetchState()));
  return page ?? manage(deps, user, await fetchState());
}

const holdsOne = (state: CustomerState): boolean =>
  state.subscriptions.some((each) => isLive(each) || each.paymentPending);

/** Ends subscriptions with a missed first payment; one that was paid just before stays. @returns the new snapshot */
async function endUnbegun(
  { payments, settings }: CheckoutDeps,
  state: CustomerState,
): Promise<CustomerState> {
  const planOf = (priceId: string) => planOfAnyPrice(settings, priceId)?.id ?? null;
  const unbegun = neverBegun(state, planOf);
  if (unbegun.length === 0) return state;
  for (const { id } of unbegun) await payments.voidOwed(id);
  const now = await payments.fetchCustomer(state.customerId);
  for (const { id } of neverBegun(now, planOf)) await payments.cancelNow(id);
  return now;
}

/** For a customer with a subscription: the payment page of a pending boleto, else the portal. */
async function manage(deps: CheckoutDeps, user: User, state: CustomerState): Promise<CheckoutAnswer> {
  await enqueueSettlement(deps.jobs, state.customerId);
  const waiting = state.payments.find((each) => each.status === 'pending' && each.payUrl);
  return waiting?.payUrl ? { url: waiting.payUrl, portal: true } : openPortal(deps, user);
}

/** The portal of the user's own customer, whatever the caller sent (PAY-10). @throws AppError as `forPerson` */
export async function openPortal(deps: CheckoutDeps, user: User): Promise<CheckoutAnswer> {
  const open = (customerId: string) =>
    deps.payments.createPortal(customerId, `${deps.settings.PUBLIC_URL}/profile`);
  return forPerson(async () => {
    const customerId = await ensureCustomer(deps, user);
    let page = await open(customerId);
    if (!page && (await deps.payments.fetchCustomer(customerId)).isDeleted)
      page = await open(await replaceCustomer(deps, user, customerId));
    if (!page) throw new PaymentError('order', `no portal for ${customerId}`);
    return { url: page.url, portal: true };
  });
}

/** The user's customer, created at the provider on first use. Safe to run in parallel. */
async function ensureCustomer(deps: CheckoutDeps, user: User): Promise<string> {
  const known = await findCustomer(deps.db, user.userId);
  if (known) return known.customerId;
  const customerId = await deps.payments.createCustomer({ userId: user.userId, email: user.email });
  await deps.db
    .insert(paymentCustomers)
    .values({ userId: user.userId, customerId, email: user.email, createdAt: deps.clock.now() })
    .onConflictDoNothing();
  const kept = await findCustomer(deps.db, user.userId);
  return kept?.customerId ?? customerId;
}

/** The successor of a customer deleted at the provider. Safe to run in parallel: the first one wins. */
async function replaceCustomer(deps: CheckoutDeps, user: User, deletedId: string): Promise<string> {
  const customerId = await deps.payments.createCustomer(user, deletedId);
  await deps.db
    .update(paymentCustomers)
    .set({
      customerId,
      email: user.email,
      checkoutId: null,
      settledAt: null,
      version: sql`${paymentCustomers.version} + 1`,
    })
    .where(and(eq(paymentCustomers.userId, user.userId), eq(paymentCustomers.customerId, deletedId)));
  // The deleted customer is never settled again.
  await endHistory(deps.db, deletedId, deps.clock.now());
  const kept = await findCustomer(deps.db, user.userId);
  return kept?.customerId ?? customerId;
}

/** Queues a settlement when the last is older than `olderThanSeconds`, in case an event was lost. */
export async function refreshSubscription(
  deps: Pick<CheckoutDeps, 'db' | 'jobs' | 'clock'>,
  userId: string,
  olderThanSeconds: number,
): Promise<void> {
  const customer = await findCustomer(deps.db, userId);
  if (!customer) return;
  const age = deps.clock.now().getTime() - (customer.settledAt?.getTime() ?? 0);
  if (age > olderThanSeconds * 1000) await enqueueSettlement(deps.jobs, customer.customerId);
}
