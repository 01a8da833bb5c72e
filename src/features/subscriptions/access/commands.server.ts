import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#db/open.server.ts';
import { profiles } from '#db/schema/accounts.ts';
import { paymentCustomers, subscriptions } from '#db/schema/subscriptions.ts';
import type { Admin } from '#features/accounts/model.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { planTypes } from '../model.ts';
import { enqueueSettlement } from '../settlement/jobs.server.ts';

interface AccessDeps {
  db: Database;
  jobs: Jobs;
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
}

const reason = z
  .string({ error: 'Informe o motivo.' })
  .trim()
  .min(1, 'Informe o motivo.')
  .max(500, 'Motivo longo demais.');

export const grantPlanSchema = z.object({
  userId: z
    .string({ error: 'Informe o usuário.' })
    .min(1, 'Informe o usuário.')
    .max(100, 'Usuário inválido.'),
  planType: z.enum(planTypes, { error: 'Plano desconhecido.' }),
  /** Null: without end. */
  until: z.coerce.date({ error: 'Data inválida.' }).nullable(),
  reason,
});

export const revokeAccessSchema = grantPlanSchema.pick({ userId: true, reason: true });

export type AccessOutcome = { ok: true } | { ok: false; reason: 'unknown-user' | 'is-admin' };

/**
 * Gives a plan by hand; it replaces the user's one row, and no sync touches it while it is in force.
 * Safe to repeat.
 */
export async function grantPlan(
  deps: AccessDeps,
  _admin: Admin,
  input: z.infer<typeof grantPlanSchema>,
): Promise<AccessOutcome> {
  const now = deps.clock.now();
  if (!(await findRole(deps.db, input.userId))) return { ok: false, reason: 'unknown-user' };
  const values = {
    planType: input.planType,
    status: 'active',
    expiresAt: input.until,
    source: 'grant',
    reason: input.reason,
    paymentPending: false,
    cancelAtPeriodEnd: false,
    updatedAt: now,
  };
  await deps.db
    .insert(subscriptions)
    .values({ id: newId(now.getTime()), userId: input.userId, createdAt: now, ...values })
    .onConflictDoUpdate({ target: subscriptions.userId, set: values });
  await deps.bus.publish('viewer', input.userId);
  return { ok: true };
}

/**
 * Closes a user's access now and has the provider end what it would still charge; nothing that the provider
 * had at this moment opens again, a later purchase does (A-43, PAY-09). Administrators are refused. Safe to repeat.
 */
export async function revokeAccess(
  deps: AccessDeps,
  _admin: Admin,
  input: z.infer<typeof revokeAccessSchema>,
): Promise<AccessOutcome> {
  const now = deps.clock.now();
  const role = await findRole(deps.db, input.userId);
  if (!role) return { ok: false, reason: 'unknown-user' };
  if (role === 'admin') return { ok: false, reason: 'is-admin' };
  await deps.db.transaction(async (tx) => {
    await tx
      .update(subscriptions)
      .set({
        status: 'inactive',
        expiresAt: now,
        paymentPending: false,
        cancelAtPeriodEnd: false,
        revokedAt: now,
        reason: input.reason,
        updatedAt: now,
      })
      .where(eq(subscriptions.userId, input.userId));
    const [customer] = await tx
      .select({ id: paymentCustomers.customerId })
      .from(paymentCustomers)
      .where(eq(paymentCustomers.userId, input.userId));
    if (customer) await enqueueSettlement(deps.jobs, customer.id, tx);
  });
  await deps.bus.publish('viewer', input.userId);
  return { ok: true };
}

async function findRole(db: Database, userId: string): Promise<string | null> {
  const [row] = await db.select({ role: profiles.role }).from(profiles).where(eq(profiles.userId, userId));
  return row?.role ?? null;
}
