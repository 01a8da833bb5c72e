import { eq } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { users } from '#db/schema/accounts.ts';
import { paymentCustomers } from '#db/schema/subscriptions.ts';
import type { PaymentGateway } from './model.ts';

/**
 * Updates a customer's e-mail at the provider, so that receipts reach the current one. Safe to repeat; does
 * nothing without a purchase or when it is up to date. @throws GatewayError when the provider cannot be reached
 */
export async function tellProviderOfEmail(
  { db, payments }: { db: Database; payments: Pick<PaymentGateway, 'changeEmail'> },
  userId: string,
): Promise<void> {
  const [row] = await db
    .select({
      customerId: paymentCustomers.customerId,
      told: paymentCustomers.email,
      email: users.email,
    })
    .from(paymentCustomers)
    .innerJoin(users, eq(users.id, paymentCustomers.userId))
    .where(eq(paymentCustomers.userId, userId));
  if (!row || row.told === row.email) return;
  await payments.changeEmail(row.customerId, row.email);
  await db
    .update(paymentCustomers)
    .set({ email: row.email })
    .where(eq(paymentCustomers.customerId, row.customerId));
}
