import { letterJob as accountLetter } from '#features/accounts/jobs.server.ts';
import { letterJob as subscriptionLetter } from '#features/subscriptions/letter-job.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';

/** Mails to an account that no mail server has accepted yet. */
export const countWaitingMails = (
  jobs: Pick<Jobs, 'countWaiting'>,
  { userId, email }: { userId: string; email: string },
): Promise<number> =>
  jobs.countWaiting([
    { name: accountLetter.name, holding: { to: email } },
    { name: subscriptionLetter.name, holding: { userId } },
  ]);
