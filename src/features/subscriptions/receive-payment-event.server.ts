import type { Database } from '#db/open.server.ts';
import { paymentEvents } from '#db/schema/subscriptions.ts';
import type { Clock } from '#platform/clock.ts';
import { combine } from '#platform/combine.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import type { PaymentEvent, PaymentGateway } from './model.ts';
import { enqueueNaming, enqueueSettlements } from './settlement-jobs.server.ts';

type NewEvent = PaymentEvent & { receivedAt: Date };

/** Most events of one transaction: hundreds come at once when many subscriptions renew. */
const most = 100;
const inboxes = new WeakMap<Database, (event: NewEvent) => Promise<void>>();

/**
 * Takes a provider's event: checks signature and age, keeps it by its id and asks for its customer to be
 * settled, in one transaction; events that come while one is written are written together. Safe to repeat: an id
 * that was seen before has no effect (PAY-06). Nothing in the event is believed but the customer's name.
 * @throws AppError `invalid` when signature or age are wrong.
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
    if (customers.size > 0) await enqueueSettlements(deps.jobs, [...customers], tx);
    for (const { id, customerId, paymentId } of fresh) {
      if (!customerId && paymentId) await enqueueNaming(deps.jobs, { eventId: id, paymentId }, tx);
    }
  });
}
