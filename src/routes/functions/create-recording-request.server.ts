import { Hono } from 'hono';
import { requireViewer } from '#features/accounts/gates.server.ts';
import { bringCredits } from '#features/credits/bring-credits.server.ts';
import {
  deductionFailed,
  type RequestRefusal,
  refusalMessages,
  submissionFailed,
} from '#features/recordings/model.ts';
import { createRequestSchema } from '#features/recordings/order.ts';
import {
  createRecordingRequest,
  DeductionError,
  type RequestOutcome,
} from '#features/recordings/request-recording.server.ts';
import { requireSubscriber } from '#features/subscriptions/gates.server.ts';
import { AppError, type ErrorKind } from '#platform/errors.ts';
import { idempotencyKeyOf, readJson, refusal } from '#platform/http.server.ts';
import type { App } from '#routes/app.server.ts';

const kindOf: Record<RequestRefusal, ErrorKind> = {
  'insufficient-credits': 'unprocessable',
  'not-a-jingle': 'unprocessable',
  'unknown-package': 'not-found',
  'key-reused': 'conflict',
};

/** POST /functions/create-recording-request: spends 25 credits on a vinheta with the radio's name. */
export function createRecordingRequestEndpoint(app: App): Hono {
  return new Hono().post('/functions/create-recording-request', async (c) => {
    const viewer = requireViewer(await app.viewers.read(c.req.raw));
    const subscriber = requireSubscriber(viewer);
    const input = await readJson(c.req.raw, createRequestSchema);
    const key = idempotencyKeyOf(c.req.raw);
    let outcome: RequestOutcome;
    try {
      await bringCredits(app, viewer);
      outcome = await createRecordingRequest(app, subscriber, input, key);
    } catch (error) {
      if (error instanceof AppError) throw error;
      app.log.error({ err: error }, 'solicitação de gravação falhou');
      return error instanceof DeductionError
        ? refusal('unavailable', 'deduction-failed', deductionFailed)
        : refusal('unavailable', 'submission-failed', submissionFailed);
    }
    if (!outcome.ok) return refusal(kindOf[outcome.reason], outcome.reason, refusalMessages[outcome.reason]);
    const { id, status, dueAt, packageTitle, creditsUsed } = outcome.request;
    const { balance } = await bringCredits(app, viewer);
    return c.json(
      {
        request: { id, status, package_title: packageTitle, credits_used: creditsUsed, due_at: dueAt },
        credits_balance: balance,
      },
      201,
      { 'Cache-Control': 'no-store' },
    );
  });
}
