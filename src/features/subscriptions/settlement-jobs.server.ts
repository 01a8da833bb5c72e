import { z } from 'zod';
import type { Database, Executor } from '#db/open.server.ts';
import { handles, type JobDefinition, type JobHandler, type Jobs } from '#platform/jobs/jobs.server.ts';
import { nameCustomer, type SettlementDeps, settleCustomer } from './settle-customer.server.ts';
import { listLeftCustomers } from './subscription-queries.server.ts';

/** Settles one customer; sent by webhook, return page, check and nightly sweep. */
const settleCustomerJob: JobDefinition<{ customerId: string }> = {
  name: 'settle-customer',
  schema: z.object({ customerId: z.string().min(1) }),
  retries: 8,
  timeoutSeconds: 60,
  exclusive: true,
  // Twelve concurrent settlements make about fifty calls: half of the provider's limit per second.
  concurrency: 2,
  batch: 6,
};

/** Queues a settlement; safe to repeat, at most one waits per customer. */
export const enqueueSettlement = (jobs: Jobs, customerId: string, tx?: Executor): Promise<void> =>
  jobs.send(settleCustomerJob, { customerId }, { tx, key: customerId });

/** From this many events at once, settlements wait two seconds, so that the rest of the burst is accepted first. */
const crowd = 10;

/** The same for many customers in one statement; each must be named once. */
export const enqueueSettlements = (
  jobs: Jobs,
  customers: { customerId: string }[],
  tx?: Executor,
): Promise<void> =>
  jobs.sendAll(
    settleCustomerJob,
    customers.map(({ customerId }) => ({ payload: { customerId }, key: customerId })),
    { tx, startAfterSeconds: customers.length > crowd ? 2 : undefined },
  );

/** Queues settlements for events left over from an outage. Safe to repeat. */
export async function settleLeftovers({ db, jobs }: { db: Database; jobs: Jobs }): Promise<void> {
  for await (const batch of listLeftCustomers(db)) await enqueueSettlements(jobs, batch);
}

export const settleCustomerHandler = (deps: SettlementDeps): JobHandler<never> =>
  handles(settleCustomerJob, ({ customerId }) => settleCustomer(deps, customerId));

/** Resolves the customer of an event that names none (disputes), and queues the settlement. */
const nameCustomerJob: JobDefinition<{ eventId: string; paymentId: string }> = {
  name: 'name-payment-customer',
  schema: z.object({ eventId: z.string().min(1), paymentId: z.string().min(1) }),
  retries: 8,
  timeoutSeconds: 60,
};

export const enqueueNaming = (
  jobs: Jobs,
  about: { eventId: string; paymentId: string },
  tx: Executor,
): Promise<void> => jobs.send(nameCustomerJob, about, { tx });

export const nameCustomerHandler = (deps: SettlementDeps & { jobs: Jobs }): JobHandler<never> =>
  handles(nameCustomerJob, async ({ eventId, paymentId }) => {
    const customerId = await nameCustomer(deps, eventId, paymentId);
    if (customerId) await enqueueSettlement(deps.jobs, customerId);
  });
