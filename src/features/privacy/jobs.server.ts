import { z } from 'zod';
import type { Database } from '#db/open.server.ts';
import type { PaymentGateway } from '#features/subscriptions/model.ts';
import type { Clock } from '#platform/clock.ts';
import { handles, type JobDefinition, type JobHandler, regularly } from '#platform/jobs/jobs.server.ts';
import { endUnconfirmed } from './end-unconfirmed.server.ts';

const payload = z.object({ customerId: z.string() });

/** Ends all subscriptions and open payments of a customer whose account is deleted. Safe to repeat. */
export const closeCustomer: JobDefinition<z.infer<typeof payload>> = {
  name: 'close-customer',
  schema: payload,
  retries: 12,
  timeoutSeconds: 60,
};

const ended = new Set(['canceled', 'incomplete_expired']);

interface Deps {
  db: Database;
  clock: Clock;
  payments: PaymentGateway;
}

export const privacyJobs = ({ payments, ...deps }: Deps): JobHandler<never>[] => [
  handles(closeCustomer, async ({ customerId }) => {
    for (const { id } of await payments.listOpenCheckouts(customerId)) await payments.closeCheckout(id);
    const { subscriptions } = await payments.fetchCustomer(customerId);
    for (const { id, status } of subscriptions) if (!ended.has(status)) await payments.cancelNow(id);
  }),
  regularly({ name: 'end-unconfirmed', timeoutSeconds: 600, cron: '50 3 * * *' }, () => endUnconfirmed(deps)),
];
