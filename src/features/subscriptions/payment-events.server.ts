import { and, eq, inArray } from 'drizzle-orm';
import { among } from '#db/conditions.ts';
import type { Database, Executor } from '#db/open.server.ts';
import { paymentEvents } from '#db/schema/subscriptions.ts';
import { messageOf } from '#platform/redact.ts';

/** Events of a customer that are not settled yet, or whose settlement failed. */
export async function listUnsettledEvents(db: Database, customerId: string): Promise<string[]> {
  const rows = await db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(
      and(eq(paymentEvents.customerId, customerId), inArray(paymentEvents.fate, ['received', 'failed'])),
    );
  return rows.map((row) => row.id);
}

/** Saves the outcome of events. Safe to repeat. */
export async function markEvents(
  db: Executor,
  ids: string[],
  fate: 'settled' | 'ignored',
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(paymentEvents)
    .set({ fate, error: null, settledAt: now })
    .where(among(paymentEvents.id, ids));
}

/** Records why events could not be settled; the next try includes them. */
export async function failEvents(db: Database, ids: string[], error: unknown): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(paymentEvents)
    .set({ fate: 'failed', error: messageOf(error) })
    .where(among(paymentEvents.id, ids));
}

/** Saves the customer of an event; a stranger's is ignored. Safe to repeat. */
export async function nameEvent(db: Database, eventId: string, customerId: string | null): Promise<void> {
  await db
    .update(paymentEvents)
    .set(customerId ? { customerId } : { fate: 'ignored' })
    .where(eq(paymentEvents.id, eventId));
}

/** How many events are not settled yet. */
export const countUnsettled = (db: Database): Promise<number> =>
  db.$count(paymentEvents, inArray(paymentEvents.fate, ['received', 'failed']));
