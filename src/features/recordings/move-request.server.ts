import { eq } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import { storedObjects } from '#db/schema/media.ts';
import { type RecordingStatus, recordingRequests } from '#db/schema/recordings.ts';
import type { Admin } from '#features/accounts/model.ts';
import { recordChange } from '#features/audit/record-change.server.ts';
import { refund } from '#features/credits/move-credits.server.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { recordingHeardJob } from './make-heard.server.ts';
import { statusFacts } from './model.ts';
import { recordingReadyJob } from './request-jobs.server.ts';
import type { RecordingDeps } from './request-recording.server.ts';

export type ProgressOutcome = { ok: true } | { ok: false; reason: 'unknown' | 'not-possible' };

/** Changes a request's status; cancelling returns the credits. A repetition is refused. */
export async function moveRequest(
  deps: RecordingDeps,
  admin: Admin,
  requestId: string,
  status: RecordingStatus,
): Promise<ProgressOutcome> {
  const now = deps.clock.now();
  const outcome = await deps.db.transaction(async (tx): Promise<ProgressOutcome> => {
    const [request] = await tx
      .select({ status: recordingRequests.status })
      .from(recordingRequests)
      .where(eq(recordingRequests.id, requestId))
      .for('update');
    if (!request) return { ok: false, reason: 'unknown' };
    if (!statusFacts(request.status).next.includes(status)) return { ok: false, reason: 'not-possible' };
    await tx
      .update(recordingRequests)
      .set({ status, updatedAt: now })
      .where(eq(recordingRequests.id, requestId));
    await recordChange(tx, admin, `recording.${status}`, requestId, { before: request, after: { status } });
    if (status === 'canceled') await refund(tx, requestId, 'Gravação cancelada', now);
    return { ok: true };
  });
  // Invalidates everyone, because the owner is not known here.
  if (outcome.ok && status === 'canceled') await deps.bus.publish('viewer');
  return outcome;
}

/**
 * Delivers the finished audio, already stored under `key`: completes the request, lets its owner download the file
 * (CRE-17) and sends a mail. Safe to repeat: one mail per file; a later delivery replaces the file and moves the old
 * one to the trash.
 */
export async function deliverRecording(
  deps: RecordingDeps & { jobs: Jobs },
  admin: Admin,
  requestId: string,
  file: { key: string; name: string },
): Promise<ProgressOutcome> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx): Promise<ProgressOutcome> => {
    const [request] = await tx
      .select({
        status: recordingRequests.status,
        userId: recordingRequests.userId,
        deliveredKey: recordingRequests.deliveredKey,
        heardKey: recordingRequests.heardKey,
      })
      .from(recordingRequests)
      .where(eq(recordingRequests.id, requestId))
      .for('update');
    if (!request) return { ok: false, reason: 'unknown' };
    if (request.status === 'canceled') return { ok: false, reason: 'not-possible' };
    await tx
      .update(recordingRequests)
      .set({
        status: 'completed',
        deliveredKey: file.key,
        deliveredName: file.name,
        deliveredAt: now,
        heardKey: null,
        updatedAt: now,
      })
      .where(eq(recordingRequests.id, requestId));
    await recordChange(tx, admin, 'recording.deliver', requestId, {
      before: { status: request.status },
      after: { status: 'completed', file: file.name },
    });
    const { deliveredKey: former, heardKey } = request;
    const left = [former, heardKey].filter((key): key is string => key !== null && key !== file.key);
    await tx.update(storedObjects).set({ trashedAt: now }).where(among(storedObjects.key, left));
    await deps.jobs.send(recordingHeardJob, { requestId }, { tx });
    const isNews = request.status !== 'completed' || former !== file.key;
    const { userId } = request;
    if (userId && isNews) await deps.jobs.send(recordingReadyJob, { requestId, userId }, { tx });
    return { ok: true };
  });
}
