import type { Database } from '#db/open.server.ts';
import { paymentEvents } from '#db/schema/subscriptions.ts';
import type { Clock } from '#platform/clock.ts';
import { combine } from '#platform/combine.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import type { PaymentEvent, PaymentGateway } from './model.ts';
import { enqueueNaming, enqueueSettlements } from './settlement-jobs.server.ts';

type NewEvent = PaymentEvent & { receivedAt: Date };

/** Events per transaction: many subscriptions renew at the same time. */
const most = 100;
const inboxes = new WeakMap<Database, (event: NewEvent) => Promise<void>>();

/**
 * Receives a provider's event: verifies it, stores it by its id and queues a settlement of its customer in one
 * transaction; events that arrive during a write are batched. Safe to repeat: a known id has no effect (PAY-06). Only
 * the customer's id is trusted. @throws AppError `invalid` when signature or age are wrong
 */
export async function receivePaymentEvent(
  deps: { db: Database; jobs: Jobs; payments: PaymentGateway; clock: Clock },
  rawBody: string,
  signature: string | null,
): Promise<void> {
  const receivedAt = deps.clock.now();
  const event = deps.payments.verifyEvent(rawBody, signature, receivedAt);
  const inbox = inboxes.get(deps.db) ?? combine((events: NewEvent[]) => keepEvents(deps, events), most);
  inboxes.set(deps.db, inbox);
  await inbox({ ...event, receivedAt });
}

async function keepEvents(deps: { db: Database; jobs: Jobs }, events: NewEvent[]): Promise<void> {
  const rows = events.map(({ paymentId, ...event }) => ({
    ...event,
    fate: event.customerId || paymentId ? 'received' : 'ignored',
  }));
  await deps.db.transaction(async (tx) => {
    const added = await tx
      .insert(paymentEvents)
      .values(rows)
      .onConflictDoNothing()
      .returning({ id: paymentEvents.id });
    const isNew = new Set(added.map(({ id }) => id));
    const fresh = events.filter(({ id }) => isNew.delete(id));
    const customers = new Set(fresh.flatMap(({ customerId }) => customerId ?? []));
    const due = Array.from(customers, (customerId) => ({ customerId }));
    if (due.length > 0) await enqueueSettlements(deps.jobs, due, tx);
    for (const { id, customerId, paymentId } of fresh) {
      if (!customerId && paymentId) await enqueueNaming(deps.jobs, { eventId: id, paymentId }, tx);
    }
  });
}
