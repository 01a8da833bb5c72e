import type { Database } from '#db/open.server.ts';
import { paymentEvents } from '#db/schema/subscriptions.ts';
import type { Clock } from '#platform/clock.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import type { PaymentGateway } from './model.ts';
import { enqueueNaming, enqueueSettlement } from './settlement/jobs.server.ts';

/**
 * Takes a provider's event: checks signature and age, keeps it by its id and asks for its customer to be
 * settled, in one transaction. Safe to repeat: an id that was seen before has no effect (PAY-06). Nothing
 * in the event is believed but the customer's name.
 * @throws AppError `invalid` when signature or age are wrong.
 */
export async function receivePaymentEvent(
  deps: { db: Database; jobs: Jobs; payments: PaymentGateway; clock: Clock },
  rawBody: string,
  signature: string | null,
): Promise<void> {
  const now = deps.clock.now();
  const { id, type, customerId, paymentId } = deps.payments.verifyEvent(rawBody, signature, now);
  const fate = customerId || paymentId ? 'received' : 'ignored';
  await deps.db.transaction(async (tx) => {
    const isNew = await tx
      .insert(paymentEvents)
      .values({ id, type, customerId, fate, receivedAt: now })
      .onConflictDoNothing()
      .returning({ id: paymentEvents.id });
    if (isNew.length === 0) return;
    if (customerId) await enqueueSettlement(deps.jobs, customerId, tx);
    else if (paymentId) await enqueueNaming(deps.jobs, { eventId: id, paymentId }, tx);
  });
}
