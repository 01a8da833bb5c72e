import { z } from 'zod';
import type { Database, Executor } from '#db/open.server.ts';
import type { JobDefinition, JobHandler, Jobs } from '#platform/jobs/jobs.server.ts';
import { nameCustomer, type SettlementDeps, settleCustomer } from './settle-customer.server.ts';
import { listLeftCustomers } from './subscription-queries.server.ts';

/** Fetches the truth about one customer and saves it; webhook, return page, check and sweep all send this. */
const settleCustomerJob: JobDefinition<{ customerId: string }> = {
  name: 'settle-customer',
  schema: z.object({ customerId: z.string().min(1) }),
  retries: 8,
  timeoutSeconds: 60,
  exclusive: true,
  // Twelve customers at once ask about fifty things: half of what the provider answers in a second.
  concurrency: 2,
  batch: 6,
};

/** Asks for a customer to be settled soon; safe to repeat, only one such job waits. */
export const enqueueSettlement = (jobs: Jobs, customerId: string, tx?: Executor): Promise<void> =>
  jobs.send(settleCustomerJob, { customerId }, { tx, key: customerId });

/** So many at once are a crowd: settling them waits for two seconds, so that the rest of it is accepted first. */
const crowd = 10;

/** The same for many customers in one statement, each named once. */
export const enqueueSettlements = (jobs: Jobs, customerIds: string[], tx: Executor): Promise<void> =>
  jobs.sendAll(
    settleCustomerJob,
    customerIds.map((customerId) => ({ payload: { customerId }, key: customerId })),
    { tx, startAfterSeconds: customerIds.length > crowd ? 2 : undefined },
  );

/** Has customers settled of whom events wait since the provider could not be asked. Safe to repeat. */
export async function settleLeftovers({ db, jobs }: { db: Database; jobs: Jobs }): Promise<void> {
  for (const customerId of await listLeftCustomers(db)) await enqueueSettlement(jobs, customerId);
}

export const settleCustomerHandler = (deps: SettlementDeps): JobHandler<{ customerId: string }> => ({
  definition: settleCustomerJob,
  run: ({ customerId }) => settleCustomer(deps, customerId),
});

/** Finds out whose payment an event is about that names no customer (disputes), and has that customer settled. */
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

export const nameCustomerHandler = (
  deps: SettlementDeps & { jobs: Jobs },
): JobHandler<{ eventId: string; paymentId: string }> => ({
  definition: nameCustomerJob,
  async run({ eventId, paymentId }) {
    const customerId = await nameCustomer(deps, eventId, paymentId);
    if (customerId) await enqueueSettlement(deps.jobs, customerId);
  },
});
