import { emailChangedJob } from '#features/accounts/jobs.server.ts';
import { handles, type JobHandler, type Jobs, regularly } from '#platform/jobs/jobs.server.ts';
import { keepRevenue } from './keep-revenue.server.ts';
import { checkProvider } from './price-mismatches.server.ts';
import type { SettlementDeps } from './settle-customer.server.ts';
import { enqueueSettlements, nameCustomerHandler, settleCustomerHandler } from './settlement-jobs.server.ts';
import { forgetOldAnswers } from './start-checkout.server.ts';
import { listCustomersToSweep, listLeftCustomers } from './subscription-queries.server.ts';
import { listUntoldEmails, tellProviderOfEmail } from './sync-email.server.ts';

export const subscriptionJobs = (deps: SettlementDeps & { jobs: Jobs }): JobHandler<never>[] => [
  settleCustomerHandler(deps),
  nameCustomerHandler(deps),
  handles(emailChangedJob, ({ userId }) => tellProviderOfEmail(deps, userId)),
  regularly({ name: 'keep-revenue', timeoutSeconds: 300, cron: '*/10 * * * *' }, () => keepRevenue(deps)),
  regularly({ name: 'settle-leftovers', timeoutSeconds: 300, cron: '*/10 * * * *' }, () => settleAgain(deps)),
  regularly({ name: 'sweep-payments', timeoutSeconds: 600, cron: '20 3 * * *' }, () => sweepPayments(deps)),
];

/** Settles what a fault of the provider left, such as a key that it refused for some seconds. */
async function settleAgain(deps: SettlementDeps & { jobs: Jobs }): Promise<void> {
  let isChecked = false;
  for await (const batch of listLeftCustomers(deps.db)) {
    if (!isChecked && (await checkProvider(deps.payments, deps.settings)).fault === 'key') return;
    isChecked = true;
    await enqueueSettlements(deps.jobs, batch);
  }
}

/** Every night: settles customers whose event may be lost, updates e-mails, deletes old keys. */
async function sweepPayments(deps: SettlementDeps & { jobs: Jobs }): Promise<void> {
  const now = deps.clock.now();
  // With an invalid API key every settlement would fail.
  const { fault } = await checkProvider(deps.payments, deps.settings);
  for await (const batch of fault === 'key' ? [] : listCustomersToSweep(deps.db, now))
    await enqueueSettlements(deps.jobs, batch);
  for await (const batch of listUntoldEmails(deps.db))
    await deps.jobs.sendAll(
      emailChangedJob,
      batch.map(({ userId }) => ({ payload: { userId }, key: userId })),
    );
  await forgetOldAnswers(deps.db, now);
}
