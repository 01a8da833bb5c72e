import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { paymentCustomers } from '#db/schema/subscriptions.ts';
import { AppError } from '#platform/errors.ts';
import type { PaymentGateway } from './model.ts';

interface PageDeps {
  db: Database;
  payments: Pick<PaymentGateway, 'createCheckout' | 'listOpenCheckouts' | 'closeCheckout'>;
}

type Order = Omit<Parameters<PaymentGateway['createCheckout']>[0], 'turn'>;

/** Attempts to open a page when concurrent calls of the same person interfere. */
const tries = 6;
/** Milliseconds that the earlier of two calls waits for the later one's page, and its polling interval. */
const patience = 5000;
const interval = 25;

/**
 * The customer's only payable checkout page. Returns the last page again for the same price; for another price closes
 * it first. Null: the customer has bought meanwhile, which `hasBought` asks the provider. Concurrent calls are ordered
 * by a counter, without a lock: each closes pages of earlier turns and returns its own only if no later turn has
 * begun; otherwise it closes its own, waits for the later one and retries. Safe to repeat and to run in parallel, also
 * in several processes. @throws AppError `conflict` when others keep opening pages for the same person
 */
export async function openPage(
  { db, payments }: PageDeps,
  order: Order,
  hasBought: () => Promise<boolean>,
): Promise<{ url: string } | null> {
  const { customerId } = order;
  for (let attempt = 0; attempt < tries; attempt++) {
    const { turn, handedOut } = await takeTurn(db, customerId);
    const earlier = (await payments.listOpenCheckouts(customerId)).filter((page) => page.turn < turn);
    const same = earlier.find((page) => page.id === handedOut && page.priceId === order.priceId);
    for (const { id } of earlier) {
      if (id !== same?.id && (await payments.closeCheckout(id)) === 'concluded') return null;
    }
    if (same) return { url: same.url };
    // Checked after the pages: one that was paid in between is not among the open ones.
    if (await hasBought()) return null;
    const page = await payments.createCheckout({ ...order, turn });
    if (await handOut(db, customerId, turn, page.id)) return { url: page.url };
    if ((await payments.closeCheckout(page.id)) === 'concluded') return null;
    await untilHandedOut(db, customerId, handedOut);
  }
  throw new AppError('conflict', 'Outra página de pagamento foi aberta agora mesmo. Tente de novo.');
}

async function takeTurn(
  db: Database,
  customerId: string,
): Promise<{ turn: number; handedOut: string | null }> {
  const [row] = await db
    .update(paymentCustomers)
    .set({ checkoutTurn: sql`${paymentCustomers.checkoutTurn} + 1` })
    .where(eq(paymentCustomers.customerId, customerId))
    .returning({ turn: paymentCustomers.checkoutTurn, handedOut: paymentCustomers.checkoutId });
  // This customer was deleted at the provider and has a successor.
  if (!row) throw new AppError('conflict', 'Seu cadastro de pagamento mudou agora mesmo. Tente de novo.');
  return row;
}

/** Records the page as current; false when a later turn has begun. */
async function handOut(db: Database, customerId: string, turn: number, id: string): Promise<boolean> {
  const noted = await db
    .update(paymentCustomers)
    .set({ checkoutId: id })
    .where(and(eq(paymentCustomers.customerId, customerId), eq(paymentCustomers.checkoutTurn, turn)))
    .returning({ id: paymentCustomers.checkoutId });
  return noted.length > 0;
}

/** Polls until another page than the known one is current, or until the timeout. */
async function untilHandedOut(db: Database, customerId: string, known: string | null): Promise<void> {
  for (let waited = 0; waited < patience; waited += interval) {
    await pause(interval);
    const [row] = await db
      .select({ id: paymentCustomers.checkoutId })
      .from(paymentCustomers)
      .where(eq(paymentCustomers.customerId, customerId));
    if (row?.id !== known) return;
  }
}
