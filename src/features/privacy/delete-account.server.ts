import { and, eq, isNull, like, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { among } from '#db/conditions.ts';
import type { Database, Executor } from '#db/open.server.ts';
import { profiles, users, verifications } from '#db/schema/accounts.ts';
import { storedObjects } from '#db/schema/media.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import { auditEntries } from '#db/schema/site.ts';
import { idempotentAnswers, paymentCustomers, providerSubscriptions } from '#db/schema/subscriptions.ts';
import { letterJob } from '#features/accounts/jobs.server.ts';
import type { User } from '#features/accounts/model.ts';
import { adminRole } from '#features/accounts/roles.ts';
import { removeObjects } from '#features/media/store-image.server.ts';
import { forgetNoticesOf } from '#features/notifications/notify.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import { AppError } from '#platform/errors.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { closeCustomer } from './jobs.server.ts';
import type { DeletionRefusal } from './model.ts';

interface Deps {
  db: Database;
  storage: Storage;
  jobs: Jobs;
  bus: Bus;
  clock: Clock;
}

export type DeletionResult = { ok: true } | { ok: false; reason: DeletionRefusal };

/**
 * Deletes the user's account with all related rows in one transaction; what must be kept is anonymised. A job
 * ends it at the provider, a mail confirms it; picture and recordings are deleted afterwards, or later from the trash
 * when the store is down. The caller has checked the password. Safe to repeat: it finds nothing and notifies nobody.
 */
export async function deleteAccount(deps: Deps, user: User): Promise<DeletionResult> {
  const { db, storage, jobs, bus, clock } = deps;
  let files: string[] = [];
  const refused = await db.transaction(async (tx): Promise<DeletionRefusal | null> => {
    if (await isLastAdmin(tx, user.userId)) return 'last-admin';
    const requests = await stripRequests(tx, user);
    files = await trashFiles(
      tx,
      user,
      requests.flatMap(({ keys }) => keys),
      clock.now(),
    );
    await forgetReasons(tx, user);
    await forgetNoticesOf(tx, user.email, [user.userId, ...requests.map(({ id }) => id)]);
    const [customer] = await tx
      .select({ customerId: paymentCustomers.customerId })
      .from(paymentCustomers)
      .where(eq(paymentCustomers.userId, user.userId));
    if (customer) await jobs.send(closeCustomer, customer, { tx });
    await tx.delete(verifications).where(like(verifications.value, `%${user.userId}%`));
    await tx.delete(idempotentAnswers).where(eq(idempotentAnswers.userId, user.userId));
    // No settlement follows: the subscription has ended with the account.
    await tx
      .update(providerSubscriptions)
      .set({ status: 'canceled', endedAt: clock.now() })
      .where(and(eq(providerSubscriptions.userId, user.userId), isNull(providerSubscriptions.endedAt)));
    const deleted = await tx.delete(users).where(eq(users.id, user.userId)).returning({ email: users.email });
    for (const { email } of deleted) {
      await jobs.send(letterJob, { kind: 'account-deleted', to: email, name: user.displayName }, { tx });
    }
    return null;
  });
  if (refused) return { ok: false, reason: refused };
  await bus.publish('viewer', user.userId);
  await bus.publish('notifications');
  await removeObjects(db, storage, files).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
  return { ok: true };
}

/** Anonymises the requests: name, number, texts and audio. @returns their ids with the keys of their recordings */
async function stripRequests(tx: Executor, { userId }: User): Promise<{ id: string; keys: string[] }[]> {
  const own = eq(recordingRequests.userId, userId);
  const requests = await tx
    .select({
      id: recordingRequests.id,
      key: recordingRequests.deliveredKey,
      heardKey: recordingRequests.heardKey,
    })
    .from(recordingRequests)
    .where(own)
    .for('update');
  await tx
    .update(recordingRequests)
    .set({
      radioName: 'Removido a pedido',
      whatsapp: '',
      revisionNote: null,
      deliveredKey: null,
      heardKey: null,
      deliveredName: null,
    })
    .where(own);
  return requests.map(({ id, ...files }) => ({
    id,
    keys: Object.values(files).filter((key) => key !== null),
  }));
}

/** Takes out of the audit what administrators wrote about the person; what they did, and when, stays. */
async function forgetReasons(tx: Executor, { userId }: User): Promise<void> {
  const without = (column: PgColumn) =>
    sql`case when jsonb_typeof(${column}) = 'object' then ${column} - 'reason' else ${column} end`;
  await tx
    .update(auditEntries)
    .set({ before: without(auditEntries.before), after: without(auditEntries.after) })
    .where(eq(auditEntries.entityId, userId));
}

/** Moves the recordings and the picture into the trash. @returns their keys */
async function trashFiles(
  tx: Executor,
  { userId }: User,
  recordings: string[],
  now: Date,
): Promise<string[]> {
  const isPicture = and(eq(storedObjects.bucket, 'avatars'), like(storedObjects.key, `avatars/${userId}/%`));
  const trashed = await tx
    .update(storedObjects)
    .set({ trashedAt: now })
    .where(or(isPicture, among(storedObjects.key, recordings)))
    .returning({ key: storedObjects.key });
  return trashed.map(({ key }) => key);
}

/** Locks the administrators' rows, so that the last two cannot delete themselves concurrently. */
async function isLastAdmin(tx: Executor, userId: string): Promise<boolean> {
  const admins = await tx
    .select({ userId: profiles.userId })
    .from(profiles)
    .where(eq(profiles.role, adminRole))
    .for('update');
  return admins.length === 1 && admins[0]?.userId === userId;
}
