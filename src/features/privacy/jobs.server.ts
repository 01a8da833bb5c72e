import { z } from 'zod';
import type { PaymentGateway } from '#features/subscriptions/model.ts';
import { handles, type JobDefinition, type JobHandler } from '#platform/jobs/jobs.server.ts';

const payload = z.object({ customerId: z.string() });

/** Ends all subscriptions and open payments of a customer whose account is deleted. Safe to repeat. */
export const closeCustomer: JobDefinition<z.infer<typeof payload>> = {
  name: 'close-customer',
  schema: payload,
  retries: 12,
  timeoutSeconds: 60,
};

const ended = new Set(['canceled', 'incomplete_expired']);

export const privacyJobs = ({ payments }: { payments: PaymentGateway }): JobHandler<never>[] => [
  handles(closeCustomer, async ({ customerId }) => {
    for (const { id } of await payments.listOpenCheckouts(customerId)) await payments.closeCheckout(id);
    const { subscriptions } = await payments.fetchCustomer(customerId);
    for (const { id, status } of subscriptions) if (!ended.has(status)) await payments.cancelNow(id);
  }),
];
