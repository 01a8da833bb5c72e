import { and, asc, eq, gt, isNull, ne, or } from 'drizzle-orm';
import { inBatches } from '#db/batches.ts';
import type { Database } from '#db/open.server.ts';
import { users } from '#db/schema/accounts.ts';
import { paymentCustomers } from '#db/schema/subscriptions.ts';
import type { PaymentGateway } from './model.ts';

/** Updates a customer's e-mail at the provider. Safe to repeat. @throws GatewayError when unreachable */
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

/** People whose e-mail at the provider is outdated or unknown, in batches. */
export const listUntoldEmails = (db: Database): AsyncGenerator<{ userId: string }[]> =>
  inBatches('userId', (after, length) =>
    db
      .select({ userId: paymentCustomers.userId })
      .from(paymentCustomers)
      .innerJoin(users, eq(users.id, paymentCustomers.userId))
      .where(
        and(
          or(isNull(paymentCustomers.email), ne(paymentCustomers.email, users.email)),
          gt(paymentCustomers.userId, after),
        ),
      )
      .orderBy(asc(paymentCustomers.userId))
      .limit(length),
  );
