import type { z } from 'zod';
import type { Database } from '#db/open.server.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { PaymentError, type ProviderFault } from './faults.ts';
import type { PaymentGateway } from './model.ts';
import type { Duplicate, LastPayment, RefundRefusal, refundSchema, synchronizeSchema } from './refund.ts';
import { listDuplicates, listLastPayments } from './refundable-queries.server.ts';
import { enqueueSettlement } from './settlement-jobs.server.ts';
import { findCustomer } from './subscription-queries.server.ts';

interface RefundDeps {
  db: Database;
  jobs: Jobs;
  payments: PaymentGateway;
}

export type RefundOutcome = { ok: true } | { ok: false; reason: RefundRefusal };

type RefundInput = z.infer<typeof refundSchema>;

/**
 * Refunds a user's last payment in full and ends the subscription at the provider: the seven-day guarantee, and later
 * if an administrator decides so. Writes an audit row before the call, and another when it fails. The queued
 * settlement updates our rows. Safe to repeat and to run in parallel: the provider refunds once.
 */
export async function refundAndEnd(
  deps: RefundDeps,
  admin: Admin,
  input: RefundInput,
): Promise<RefundOutcome> {
  const done = await giveBack(deps, admin, input, async ({ db }, userId) => {
    const payment = (await listLastPayments(db, [userId])).get(userId);
    if (!payment) return 'no-payment';
    if (payment.isRefunded) return 'already-refunded';
    return payment.isDisputed ? 'disputed' : payment;
  });
  if (!done.ok) return done;
  return done.refundedCents > 0 ? { ok: true } : { ok: false, reason: 'no-payment' };
}

/** Ends and refunds the duplicate subscription, like `refundAndEnd`. Safe to repeat and to run in parallel. */
export async function refundDuplicate(
  deps: RefundDeps,
  admin: Admin,
  input: RefundInput,
): Promise<RefundOutcome> {
  const done = await giveBack(
    deps,
    admin,
    input,
    async ({ db }, userId) => (await listDuplicates(db, [userId])).get(userId) ?? 'no-duplicate',
  );
  return done.ok ? { ok: true } : done;
}

const refusalOf: Record<ProviderFault, RefundRefusal> = {
  outage: 'provider-down',
  key: 'provider-key',
  order: 'provider-refused',
  person: 'provider-refused',
};

/** Refunds and ends the found subscription at the provider, with an audit row before and, on failure, after. */
async function giveBack(
  deps: RefundDeps,
  admin: Admin,
  { userId, reason }: RefundInput,
  find: (deps: RefundDeps, userId: string) => Promise<LastPayment | Duplicate | RefundRefusal>,
): Promise<{ ok: true; refundedCents: number } | { ok: false; reason: RefundRefusal }> {
  const { db, jobs, payments } = deps;
  const customer = await findCustomer(db, userId);
  if (!customer) return { ok: false, reason: 'no-customer' };
  const found = await find(deps, userId);
  if (typeof found === 'string') return { ok: false, reason: found };
  const { providerSubscriptionId, planType, amountCents, paidAt } = found;
  const before = { subscription: providerSubscriptionId, planType, amountCents, paidAt };
  await recordChange(db, admin, 'user.refund', userId, { before, after: { reason } });
  try {
    const { refundedCents } = await payments.refundInFull(providerSubscriptionId);
    await enqueueSettlement(jobs, customer.customerId);
    return { ok: true, refundedCents };
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    const refusal = refusalOf[error.fault];
    await recordChange(db, admin, 'user.refund-failed', userId, { before, after: { reason: refusal } });
    // It may have succeeded with only the response lost.
    await enqueueSettlement(jobs, customer.customerId);
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
