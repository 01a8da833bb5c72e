import { and, desc, eq } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { simulatedCheckouts, simulatedSubscriptions } from '#db/schema/subscriptions.ts';
import type { User } from '#features/accounts/model.ts';
import { AppError } from '#platform/errors.ts';
import { findCustomer } from './subscription-queries.server.ts';

export type SimulatedCheckout = typeof simulatedCheckouts.$inferSelect;
export type SimulatedSubscription = typeof simulatedSubscriptions.$inferSelect;

const notFound = () => new AppError('not-found', 'Página não encontrada.');

/** The user's own customer. @throws AppError `not-found` for anyone else's and without a purchase (PAY-10) */
export async function getOwnCustomer(db: Executor, user: User, customerId?: string): Promise<string> {
  const customer = await findCustomer(db, user.userId);
  if (!customer || (customerId && customer.customerId !== customerId)) throw notFound();
  return customer.customerId;
}

/** One of the user's own checkouts. @throws AppError `not-found` */
export async function getOwnCheckout(db: Executor, user: User, id: string): Promise<SimulatedCheckout> {
  const customerId = await getOwnCustomer(db, user);
  const [checkout] = await db
    .select()
    .from(simulatedCheckouts)
    .where(and(eq(simulatedCheckouts.id, id), eq(simulatedCheckouts.customerId, customerId)));
  if (!checkout) throw notFound();
  return checkout;
}

/** A customer's subscriptions at the simulated provider, newest first. */
export const listSimulatedSubscriptions = (
  db: Executor,
  customerId: string,
): Promise<SimulatedSubscription[]> =>
  db
    .select()
    .from(simulatedSubscriptions)
    .where(eq(simulatedSubscriptions.customerId, customerId))
    .orderBy(desc(simulatedSubscriptions.createdAt), desc(simulatedSubscriptions.id));
