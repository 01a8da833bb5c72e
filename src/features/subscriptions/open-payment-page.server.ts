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

/** How often a page is begun anew because another call of the same person began one meanwhile. */
const tries = 6;
/** How long the earlier of two calls waits for the page of the later one, and how often it looks, in milliseconds. */
const patience = 5000;
const interval = 25;

/**
 * The one page on which a customer can pay: no other that was handed out is open then. The page that was handed out
 * last is given again for the same price; for another one it is closed first. Null: the customer has bought meanwhile,
 * which `hasBought` asks of the provider.
 *
 * Calls at the same moment take turns, by a number and without a lock: each closes the pages of earlier turns, and
 * hands its own out only if no later turn has begun; else it closes that itself, lets the later one get through and
 * begins anew. Safe to repeat and to run in parallel, also in several processes.
 * @throws AppError `conflict` when others keep beginning pages for the same person.
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
    // Asked now, because a page that was paid before we looked is not among the open ones.
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
  // Another customer has taken the place of this one, which was deleted at the provider.
  if (!row) throw new AppError('conflict', 'Seu cadastro de pagamento mudou agora mesmo. Tente de novo.');
  return row;
}

/** Notes the page as the one that was handed out; false when a later turn has begun. */
async function handOut(db: Database, customerId: string, turn: number, id: string): Promise<boolean> {
  const noted = await db
    .update(paymentCustomers)
    .set({ checkoutId: id })
    .where(and(eq(paymentCustomers.customerId, customerId), eq(paymentCustomers.checkoutTurn, turn)))
    .returning({ id: paymentCustomers.checkoutId });
  return noted.length > 0;
}

/** Waits until another page was handed out than the one known, or for as long as that may take. */
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
