import { desc, eq } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { simulatedInvoices } from '#db/schema/subscriptions.ts';
import type { PaymentStatus, ProviderPayment } from './model.ts';

/** A customer's charges at the simulated provider, newest first. */
export async function listSimulatedPayments(db: Executor, customerId: string): Promise<ProviderPayment[]> {
  const rows = await db
    .select()
    .from(simulatedInvoices)
    .where(eq(simulatedInvoices.customerId, customerId))
    .orderBy(desc(simulatedInvoices.createdAt), desc(simulatedInvoices.id));
  return rows.map((row) => ({
    ...row,
    status: row.status as PaymentStatus,
    priceCents: row.amountCents,
    payUrl: null,
  }));
}
