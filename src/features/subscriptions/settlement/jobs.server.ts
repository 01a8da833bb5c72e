import { z } from 'zod';
import type { Executor } from '#db/open.server.ts';
import type { JobDefinition, JobHandler, Jobs } from '#platform/jobs/jobs.server.ts';
import { type SettlementDeps, settleCustomer } from './commands.server.ts';

/** Fetches the truth about one customer and saves it; webhook, return page, check and sweep all send this. */
const settleCustomerJob: JobDefinition<{ customerId: string }> = {
  name: 'settle-customer',
  schema: z.object({ customerId: z.string().min(1) }),
  retries: 8,
  timeoutSeconds: 60,
  exclusive: true,
  concurrency: 4,
};

/** Asks for a customer to be settled soon; safe to repeat, only one such job waits. */
export const enqueueSettlement = (jobs: Jobs, customerId: string, tx?: Executor): Promise<void> =>
  jobs.send(settleCustomerJob, { customerId }, { tx, key: customerId });

export const settleCustomerHandler = (deps: SettlementDeps): JobHandler<{ customerId: string }> => ({
  definition: settleCustomerJob,
  run: ({ customerId }) => settleCustomer(deps, customerId),
});
