import { eq, sql } from 'drizzle-orm';
import type { Database, Executor } from '#db/open.server.ts';
import { simulatedCustomers } from '#db/schema/subscriptions.ts';
import type { User } from '#features/accounts/model.ts';
import { AppError } from '#platform/errors.ts';
import type { SimulatedCheckout, SimulatedLedger } from './simulated-rules.ts';
import { findCustomer } from './subscription-queries.server.ts';

const emptyLedger: SimulatedLedger = { checkouts: [], subscriptions: [], payments: [] };

/** JSON has no dates: revives every field with a date's name. */
const revive = (state: unknown): SimulatedLedger =>
  JSON.parse(JSON.stringify(state), (name, value: unknown) =>
    /(At|Start|End)$/.test(name) && typeof value === 'string' ? new Date(value) : value,
  ) as SimulatedLedger;

export async function readLedger(db: Executor, customerId: string): Promise<SimulatedLedger> {
  const [row] = await db
    .select()
    .from(simulatedCustomers)
    .where(eq(simulatedCustomers.customerId, customerId));
  return revive(row?.state ?? emptyLedger);
}

/** Changes a customer's state in place and saves it; serialised. */
export async function changeLedger<T>(
  db: Database,
  customerId: string,
  change: (ledger: SimulatedLedger) => T,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.insert(simulatedCustomers).values({ customerId, state: emptyLedger }).onConflictDoNothing();
    const own = eq(simulatedCustomers.customerId, customerId);
    const [row] = await tx.select().from(simulatedCustomers).where(own).for('update');
    const ledger = revive(row?.state);
    const result = change(ledger);
    await tx.update(simulatedCustomers).set({ state: ledger }).where(own);
    return result;
  });
}

/** The same by checkout or subscription; null when unknown. */
export async function changeLedgerWith<T>(
  db: Database,
  list: 'checkouts' | 'subscriptions',
  id: string,
  change: (ledger: SimulatedLedger) => T,
): Promise<T | null> {
  const [holder] = await db
    .select({ customerId: simulatedCustomers.customerId })
    .from(simulatedCustomers)
    .where(sql`${simulatedCustomers.state} @> ${JSON.stringify({ [list]: [{ id }] })}::jsonb`);
  return holder ? changeLedger(db, holder.customerId, change) : null;
}

const notFound = () => new AppError('not-found', 'Página não encontrada.');

/** The user's own customer. @throws AppError `not-found` for anyone else's and without a purchase (PAY-10) */
export async function getOwnCustomer(db: Executor, user: User, customerId?: string): Promise<string> {
  const customer = await findCustomer(db, user.userId);
  if (!customer || (customerId && customer.customerId !== customerId)) throw notFound();
  return customer.customerId;
}

/** One of the user's own checkouts. @throws AppError `not-found` */
export async function getOwnCheckout(
  db: Executor,
  user: User,
  checkoutId: string,
): Promise<SimulatedCheckout & { customerId: string }> {
  const customerId = await getOwnCustomer(db, user);
  const { checkouts } = await readLedger(db, customerId);
  const checkout = checkouts.find(({ id }) => id === checkoutId);
  if (!checkout) throw notFound();
  return { ...checkout, customerId };
}
