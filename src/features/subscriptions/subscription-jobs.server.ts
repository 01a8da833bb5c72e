import { z } from 'zod';
import { emailChangedJob } from '#features/accounts/jobs.server.ts';
import type { JobDefinition, JobHandler, Jobs } from '#platform/jobs/jobs.server.ts';
import { checkProvider } from './price-mismatches.server.ts';
import type { SettlementDeps } from './settle-customer.server.ts';
import { enqueueSettlement, nameCustomerHandler, settleCustomerHandler } from './settlement-jobs.server.ts';
import { forgetOldAnswers } from './start-checkout.server.ts';
import { listCustomersToSweep } from './subscription-queries.server.ts';
import { tellProviderOfEmail } from './sync-email.server.ts';
import { listUntoldEmails } from './unsynced-emails.server.ts';

/** Every night: settles customers whose event may be lost, updates e-mails, deletes old keys. */
const sweepPaymentsJob: JobDefinition<object> = {
  name: 'sweep-payments',
  schema: z.object({}),
  retries: 2,
  timeoutSeconds: 600,
  cron: '20 3 * * *',
};

export function subscriptionJobs(deps: SettlementDeps & { jobs: Jobs }): JobHandler<never>[] {
  const sweep: JobHandler<object> = {
    definition: sweepPaymentsJob,
    async run() {
      const now = deps.clock.now();
      // With an invalid API key every settlement would fail.
      const { fault } = await checkProvider(deps.payments, deps.settings);
      const customers = fault === 'key' ? [] : await listCustomersToSweep(deps.db, now);
      for (const customerId of customers) await enqueueSettlement(deps.jobs, customerId);
      for (const userId of await listUntoldEmails(deps.db)) {
        await deps.jobs.send(emailChangedJob, { userId }, { key: userId });
      }
      await forgetOldAnswers(deps.db, now);
    },
  };
  const address: JobHandler<{ userId: string }> = {
    definition: emailChangedJob,
    run: ({ userId }) => tellProviderOfEmail(deps, userId),
  };
  return [settleCustomerHandler(deps), nameCustomerHandler(deps), address, sweep] as JobHandler<never>[];
}
