import { count, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database, Executor } from '#db/open.server.ts';
import { profiles } from '#db/schema/accounts.ts';
import { subscriptions } from '#db/schema/subscriptions.ts';
import type { Admin } from '#features/accounts/model.ts';
import { adminRole } from '#features/accounts/roles.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import { freePlan } from '#features/plans/plans.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import {
  type AccessRefusal,
  type changeRoleSchema,
  endsCharging,
  type grantPlanSchema,
  type revokeAccessSchema,
  seenOf,
} from './access.ts';
import { listCharged } from './refundable-queries.server.ts';
import { enqueueSettlement } from './settlement-jobs.server.ts';
import { findCustomer } from './subscription-queries.server.ts';

interface AccessDeps {
  db: Database;
  jobs: Jobs;
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
}

export type AccessOutcome = { ok: true } | { ok: false; reason: AccessRefusal };

/**
 * Grants a plan manually: replaces the user's one row, and settlements skip it while it is in force. An endless
 * or free plan ends the provider's charges (`endsCharging`). Refused as `changed` when the row differs from `seen`.
 * Safe to repeat without `seen`.
 */
export async function grantPlan(
  deps: AccessDeps,
  admin: Admin,
  input: z.infer<typeof grantPlanSchema>,
): Promise<AccessOutcome> {
  const now = deps.clock.now();
  if (!(await findRole(deps.db, input.userId))) return { ok: false, reason: 'unknown-user' };
  const ends = endsCharging(input.planType, input.until);
  const values = {
    planType: input.planType,
    status: 'active' as const,
    expiresAt: input.until,
    source: 'grant',
    reason: input.reason,
    paymentPending: false,
    cancelAtPeriodEnd: false,
    updatedAt: now,
    ...(ends ? { revokedAt: now } : {}),
  };
  const isDone = await deps.db.transaction(async (tx) => {
    const before = await findCurrent(tx, input.userId);
    if (isOther(input.seen, before)) return false;
    await tx
      .insert(subscriptions)
      .values({ id: newId(now.getTime()), userId: input.userId, createdAt: now, ...values })
      .onConflictDoUpdate({ target: subscriptions.userId, set: values });
    const { planType, until: expiresAt, reason } = input;
    const customer = await findCustomer(tx, input.userId);
    if (customer) await enqueueSettlement(deps.jobs, customer.customerId, tx);
    const isCharged = (await listCharged(tx, [input.userId])).has(input.userId);
    const charging = isCharged ? { charging: ends ? 'ended' : 'goes-on' } : {};
    const after = { planType, status: 'active', expiresAt, reason, ...charging };
    await recordChange(tx, admin, 'user.grant', input.userId, { before, after });
    return true;
  });
  if (!isDone) return { ok: false, reason: 'changed' };
  await deps.bus.publish('viewer', input.userId);
  return { ok: true };
}

/**
 * Closes a user's access now and ends the provider's charges; no subscription that existed at this moment re-opens it,
 * a later purchase does (A-43, PAY-09). Refused for administrators, and as `changed` when the subscription differs
 * from `seen`. Safe to repeat without `seen`.
 */
export async function revokeAccess(
  deps: AccessDeps,
  admin: Admin,
  input: z.infer<typeof revokeAccessSchema>,
): Promise<AccessOutcome> {
  const now = deps.clock.now();
  const role = await findRole(deps.db, input.userId);
  if (!role) return { ok: false, reason: 'unknown-user' };
  if (role === adminRole) return { ok: false, reason: 'is-admin' };
  const isDone = await deps.db.transaction(async (tx) => {
    const before = await findCurrent(tx, input.userId);
    if (isOther(input.seen, before)) return false;
    const after = { status: 'inactive', expiresAt: now, reason: input.reason };
    await recordChange(tx, admin, 'user.revoke', input.userId, { before, after });
    const values = {
      status: 'inactive' as const,
      expiresAt: now,
      paymentPending: false,
      cancelAtPeriodEnd: false,
      revokedAt: now,
      reason: input.reason,
      updatedAt: now,
    };
    const customer = await findCustomer(tx, input.userId);
    if (customer) {
      // A purchase that is not settled yet has no row, and is revoked too.
      const { userId } = input;
      await tx
        .insert(subscriptions)
        .values({ id: newId(now.getTime()), userId, planType: freePlan, createdAt: now, ...values })
        .onConflictDoUpdate({ target: subscriptions.userId, set: values });
      await enqueueSettlement(deps.jobs, customer.customerId, tx);
    } else {
      await tx.update(subscriptions).set(values).where(eq(subscriptions.userId, input.userId));
    }
    return true;
  });
  if (!isDone) return { ok: false, reason: 'changed' };
  await deps.bus.publish('viewer', input.userId);
  return { ok: true };
}

/** Grants or removes the role of administrator; the last one keeps it, also concurrently. Safe to repeat. */
export async function changeRole(
  deps: AccessDeps,
  admin: Admin,
  input: z.infer<typeof changeRoleSchema>,
): Promise<AccessOutcome> {
  const refused = await deps.db.transaction(async (tx): Promise<AccessRefusal | null> => {
    await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.role, adminRole)).for('update');
    const before = await findRole(tx, input.userId);
    if (!before) return 'unknown-user';
    if (before === input.role) return null;
    const [admins] = await tx.select({ n: count() }).from(profiles).where(eq(profiles.role, adminRole));
    if (before === adminRole && (admins?.n ?? 0) <= 1) return 'last-admin';
    await tx.update(profiles).set({ role: input.role }).where(eq(profiles.userId, input.userId));
    await recordChange(tx, admin, 'user.role', input.userId, {
      before: { role: before },
      after: { role: input.role, reason: input.reason },
    });
    return null;
  });
  await deps.bus.publish('viewer', input.userId);
  return refused ? { ok: false, reason: refused } : { ok: true };
}

/** Whether the subscription has changed since it was seen. */
const isOther = (seen: string | undefined, now: Parameters<typeof seenOf>[0]): boolean =>
  seen !== undefined && seen !== seenOf(now);

/** The subscription for the audit, locked until the transaction ends. */
async function findCurrent(tx: Executor, userId: string) {
  const [row] = await tx
    .select({
      planType: subscriptions.planType,
      status: subscriptions.status,
      expiresAt: subscriptions.expiresAt,
    })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .for('update');
  return row ?? null;
}

async function findRole(db: Executor, userId: string): Promise<string | null> {
  const [row] = await db.select({ role: profiles.role }).from(profiles).where(eq(profiles.userId, userId));
  return row?.role ?? null;
}
