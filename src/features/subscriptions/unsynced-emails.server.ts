import { eq, isNull, ne, or } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { users } from '#db/schema/accounts.ts';
import { paymentCustomers } from '#db/schema/subscriptions.ts';

/** People whose e-mail at the provider is outdated or unknown. */
export async function listUntoldEmails(db: Database): Promise<string[]> {
  const rows = await db
    .select({ userId: paymentCustomers.userId })
    .from(paymentCustomers)
    .innerJoin(users, eq(users.id, paymentCustomers.userId))
    .where(or(isNull(paymentCustomers.email), ne(paymentCustomers.email, users.email)));
  return rows.map(({ userId }) => userId);
}
