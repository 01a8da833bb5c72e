import { and, eq, inArray } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { paymentEvents } from '#db/schema/subscriptions.ts';

/** Events about a customer that wait for a settlement, or whose last one failed. */
export async function listUnsettledEvents(db: Database, customerId: string): Promise<string[]> {
  const rows = await db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(
      and(eq(paymentEvents.customerId, customerId), inArray(paymentEvents.fate, ['received', 'failed'])),
    );
  return rows.map((row) => row.id);
}

/** Notes what became of events. Safe to repeat. */
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
    .where(inArray(paymentEvents.id, ids));
}

/** Notes why events could not be settled; the next try takes them up again. */
export async function failEvents(db: Database, ids: string[], error: unknown): Promise<void> {
  if (ids.length === 0) return;
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  await db
    .update(paymentEvents)
    .set({ fate: 'failed', error: message })
    .where(inArray(paymentEvents.id, ids));
}

/** Notes whose payment an event is about; a stranger's is ignored. Safe to repeat. */
export async function nameEvent(db: Database, eventId: string, customerId: string | null): Promise<void> {
  await db
    .update(paymentEvents)
    .set(customerId ? { customerId } : { fate: 'ignored' })
    .where(eq(paymentEvents.id, eventId));
}
