import type { z } from 'zod';
import type { Database } from '#db/open.server.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { PaymentError, type ProviderFault } from './faults.ts';
import type { PaymentGateway } from './model.ts';
import type { RefundRefusal, refundSchema, synchronizeSchema } from './refund.ts';
import { listDuplicates, listLastPayments } from './refundable-queries.server.ts';
import { enqueueSettlement } from './settlement-jobs.server.ts';
import { findCustomer } from './subscription-queries.server.ts';

interface RefundDeps {
  db: Database;
  jobs: Jobs;
  payments: PaymentGateway;
}

export type RefundOutcome = { ok: true } | { ok: false; reason: RefundRefusal };

/**
 * Refunds a user's last payment in full and ends the subscription at the provider: the seven-day guarantee, and later
 * if an administrator decides so. Writes an audit row before the call, and another when it fails. The queued
 * settlement updates our rows. Safe to repeat and to run in parallel: the provider refunds once.
 */
export async function refundAndEnd(
  { db, jobs, payments }: RefundDeps,
  admin: Admin,
  input: z.infer<typeof refundSchema>,
): Promise<RefundOutcome> {
  const { userId, reason } = input;
  const customer = await findCustomer(db, userId);
  if (!customer) return { ok: false, reason: 'no-customer' };
  const payment = (await listLastPayments(db, [userId])).get(userId);
  if (!payment) return { ok: false, reason: 'no-payment' };
  if (payment.isRefunded) return { ok: false, reason: 'already-refunded' };
  if (payment.isDisputed) return { ok: false, reason: 'disputed' };
  const { providerSubscriptionId, planType, amountCents, paidAt } = payment;
  const before = { subscription: providerSubscriptionId, planType, amountCents, paidAt };
  const done = await giveBack({ db, jobs, payments }, admin, { ...customer, userId, reason, before });
  if (!done.ok) return done;
  return done.refundedCents > 0 ? { ok: true } : { ok: false, reason: 'no-payment' };
}

/** Ends and refunds the duplicate subscription, like `refundAndEnd`. Safe to repeat and to run in parallel. */
export async function refundDuplicate(
  { db, jobs, payments }: RefundDeps,
  admin: Admin,
  input: z.infer<typeof refundSchema>,
): Promise<RefundOutcome> {
  const { userId, reason } = input;
  const customer = await findCustomer(db, userId);
  if (!customer) return { ok: false, reason: 'no-customer' };
  const duplicate = (await listDuplicates(db, [userId])).get(userId);
  if (!duplicate) return { ok: false, reason: 'no-duplicate' };
  const { providerSubscriptionId, planType, amountCents, paidAt } = duplicate;
  const before = { subscription: providerSubscriptionId, planType, amountCents, paidAt };
  const done = await giveBack({ db, jobs, payments }, admin, { ...customer, userId, reason, before });
  return done.ok ? { ok: true } : done;
}

interface Order {
  userId: string;
  customerId: string;
  reason: string;
  before: {
    subscription: string;
    planType: string | null;
    amountCents: number | null;
    paidAt: string | null;
  };
}

const refusalOf: Record<ProviderFault, RefundRefusal> = {
  outage: 'provider-down',
  key: 'provider-key',
  order: 'provider-refused',
  person: 'provider-refused',
};

/** Refunds and ends a subscription at the provider, with an audit row before and, on failure, after. */
async function giveBack(
  { db, jobs, payments }: RefundDeps,
  admin: Admin,
  { userId, customerId, reason, before }: Order,
): Promise<{ ok: true; refundedCents: number } | { ok: false; reason: RefundRefusal }> {
  const entry = { entity: 'user', entityId: userId, before };
  await recordChange(db, admin, { ...entry, action: 'user.refund', after: { reason } });
  try {
    const { refundedCents } = await payments.refundInFull(before.subscription);
    await enqueueSettlement(jobs, customerId);
    return { ok: true, refundedCents };
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    const refusal = refusalOf[error.fault];
    await recordChange(db, admin, { ...entry, action: 'user.refund-failed', after: { reason: refusal } });
    // It may have succeeded with only the response lost.
    await enqueueSettlement(jobs, customerId);
    return { ok: false, reason: refusal };
  }
}

/** Queues a settlement of a user's customer. Safe to repeat. */
export async function synchronize(
  { db, jobs }: Pick<RefundDeps, 'db' | 'jobs'>,
  _admin: Admin,
  { userId }: z.infer<typeof synchronizeSchema>,
): Promise<RefundOutcome> {
  const customer = await findCustomer(db, userId);
  if (!customer) return { ok: false, reason: 'no-customer' };
  await enqueueSettlement(jobs, customer.customerId);
  return { ok: true };
}
