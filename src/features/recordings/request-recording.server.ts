import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { users } from '#db/schema/accounts.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import type { User } from '#features/accounts/model.ts';
import { factsOfKind } from '#features/catalog/kinds.ts';
import { recordingCost } from '#features/credits/model.ts';
import { spend } from '#features/credits/move-credits.server.ts';
import { notify } from '#features/notifications/notify.server.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import type { Bus } from '#platform/bus.server.ts';
import type { Clock } from '#platform/clock.ts';
import { firstOf } from '#platform/elements.ts';
import { newId } from '#platform/ids.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { addBusinessHours } from '#platform/workdays.ts';
import { deliveryHours, type RequestRefusal } from './model.ts';
import type { CreateRequestInput } from './order.ts';
import { findByKey, findVisiblePackage, type RequestRow } from './own-requests.server.ts';
import { recordingReceivedJob } from './request-jobs.server.ts';

export interface RecordingDeps {
  db: Database;
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
}

/** Spending failed because of an error on our side; nothing was spent or created (CRE-09, CRE-10). */
export class DeductionError extends Error {
  override name = 'DeductionError';
}

export type RequestOutcome = { ok: true; request: RequestRow } | { ok: false; reason: RequestRefusal };

/**
 * Orders a vinheta with the radio's name in one transaction: checks the package, spends 25 credits, creates the
 * request, notifies the administrators and queues a mail. Title and cost come from the server. Safe to
 * repeat: one key creates one request, also concurrently; without a key, equal input within the same minute counts as
 * one (CRE-07, CRE-08). A failure changes nothing (CRE-09). @throws DeductionError when spending failed on our side
 */
export async function createRecordingRequest(
  deps: RecordingDeps & { jobs: Jobs },
  subscriber: Subscriber,
  input: CreateRequestInput,
  idempotencyKey: string | null,
): Promise<RequestOutcome> {
  const now = deps.clock.now();
  const key = idempotencyKey ?? keyOf(input, now);
  const outcome = await deps.db.transaction((tx) => create(tx, deps.jobs, subscriber, input, key, now));
  if (outcome.ok) await deps.bus.publish('viewer', subscriber.userId);
  if (outcome.ok) await deps.bus.publish('notifications');
  return outcome;
}

async function create(
  tx: Executor,
  jobs: Jobs,
  { userId }: User,
  input: CreateRequestInput,
  key: string,
  now: Date,
): Promise<RequestOutcome> {
  // Serialises a person's requests: concurrent ones wait for this row.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const before = await findByKey(tx, userId, key);
  if (before) return isSameOrder(before, input) ? { ok: true, request: before } : refuse('key-reused');

  const pack = await findVisiblePackage(tx, input.packageId);
  if (!pack) return refuse('unknown-package');
  if (!factsOfKind(pack.kind)?.isRecorded) return refuse('not-a-jingle');

  const id = newId(now.getTime());
  const order = { userId, amount: recordingCost, requestId: id, reason: `Gravação: ${pack.title}` };
  const taken = await spend(tx, order, now).catch((cause: unknown) => {
    throw new DeductionError('the credits could not be taken', { cause });
  });
  if (!taken) return refuse('insufficient-credits');

  const made = await tx
    .insert(recordingRequests)
    .values({
      id,
      userId,
      packageId: pack.id,
      packageTitle: pack.title,
      radioName: input.radioName,
      whatsapp: input.whatsapp,
      creditsUsed: recordingCost,
      dueAt: addBusinessHours(now, deliveryHours),
      idempotencyKey: key,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  await notify(tx, {
    type: 'recording-request',
    title: 'Nova solicitação de gravação',
    body: `${input.radioName}: ${pack.title}`,
    link: '/admin/recording-requests',
    dedupeKey: `recording:${id}`,
  });
  await jobs.send(recordingReceivedJob, { requestId: id, userId }, { tx });
  return { ok: true, request: firstOf(made) };
}

/** Requests the one free revision. False when it is not the user's, not delivered, or already revised. */
export async function requestRevision(
  deps: RecordingDeps,
  user: User,
  requestId: string,
  note: string,
): Promise<boolean> {
  const now = deps.clock.now();
  const done = await deps.db.transaction(async (tx) => {
    const [request] = await tx
      .update(recordingRequests)
      .set({
        status: 'in_progress',
        revisionRequestedAt: now,
        revisionNote: note,
        dueAt: addBusinessHours(now, deliveryHours),
        updatedAt: now,
      })
      .where(
        and(
          eq(recordingRequests.id, requestId),
          eq(recordingRequests.userId, user.userId),
          eq(recordingRequests.status, 'completed'),
          isNull(recordingRequests.revisionRequestedAt),
        ),
      )
      .returning();
    if (!request) return false;
    await notify(tx, {
      type: 'recording-revision',
      title: 'Revisão de gravação pedida',
      body: `${request.radioName}: ${request.packageTitle}`,
      link: '/admin/recording-requests',
      dedupeKey: `revision:${request.id}`,
    });
    return true;
  });
  if (done) await deps.bus.publish('notifications');
  return done;
}

const refuse = (reason: RequestRefusal) => ({ ok: false as const, reason });

const isSameOrder = (request: RequestRow, input: CreateRequestInput): boolean =>
  request.packageId === input.packageId &&
  request.radioName === input.radioName &&
  request.whatsapp === input.whatsapp;

/** The key of an order without one: a second click within the same minute is the same order. */
const keyOf = (input: CreateRequestInput, now: Date): string =>
  createHash('sha256')
    .update(
      JSON.stringify([input.packageId, input.radioName, input.whatsapp, Math.floor(now.getTime() / 60_000)]),
    )
    .digest('hex');
